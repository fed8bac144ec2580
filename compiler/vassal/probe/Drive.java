package probe;

import static probe.Engine.chatLines;
import static probe.Engine.edt;
import static probe.Engine.field;
import static probe.Engine.setField;
import static probe.Report.fact;

import VASSAL.build.GameModule;
import VASSAL.build.module.BasicLogger;
import VASSAL.build.module.GameComponent;
import VASSAL.build.module.PlayerRoster;
import VASSAL.build.module.PrivateMap;
import VASSAL.build.module.turn.TurnTracker;
import VASSAL.configure.NamedHotKeyConfigurer;
import VASSAL.counters.Deck;
import VASSAL.counters.GamePiece;

import java.awt.Dimension;
import java.awt.EventQueue;
import java.awt.Toolkit;
import java.io.File;
import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Random;

/**
 * Play through a list of acts, one a line, and say what came of each. A line has five fields with tabs between them:
 * number, verb, subject, object, answers to questions (with bars between).
 *
 * <pre>
 *   menu     PIECE              which commands its menu offers
 *   command  PIECE   TEXT       a command of its menu
 *   drag     PIECE   MAP@X,Y    take it there with the mouse
 *   deck     DECK    TEXT       a command of a deck's menu
 *   press    NAME               a button of the toolbar
 *   hotkey   KEY                a key of the toolbar, as modules write keys
 *   turn     STATE              set the turn tracker by its dialog
 *   prefer   NAME    VALUE      a preference of the player
 *   dice     N,N,N              the next dice show this
 *   undo     ACT                as often as it takes to be where we were before that act
 *   log / save / seat NAME      begin a log; save; leave the seat for another
 *   load / replay               the game saved; the log ended and stepped through from its beginning
 *   look                        which pieces this player can tell
 *   shot     NAME               a picture of the window
 * </pre>
 *
 * PIECE is its id; or "deck:NAME", the top one there; or "moved", the one that an act moved last.
 */
final class Drive {

  /** Dice that show what they are told to, and else go by a fixed seed: the same list, the same game. */
  private static final class Dice extends Random {
    private static final long serialVersionUID = 1L;
    private final Deque<Integer> faces = new ArrayDeque<>();

    @Override
    public int nextInt(int sides) {
      final Integer face = faces == null ? null : faces.poll();
      return face == null ? super.nextInt(sides) : Math.floorMod(face - 1, sides);
    }
  }

  private static final Dimension SMALL = new Dimension(500, 260);
  private static final Dice dice = new Dice();
  private static final Answers answers = new Answers();
  private static boolean driving;

  private final GameModule g;
  private final Options o;
  private final File folder;
  private final java.util.Map<String, Table> tables = new HashMap<>();
  private final java.util.Map<String, Integer> logged = new HashMap<>();
  private String lastMoved = "";
  private Table now;
  private Dimension whole;

  private Drive(GameModule g, Options o) throws IOException {
    this.g = g;
    this.o = o;
    folder = Files.createTempDirectory("vassaldrive").toFile();
  }

  /** Give the module our dice before it is built; its buttons ask for them then. */
  static void rig(GameModule g) throws ReflectiveOperationException {
    dice.setSeed(17);
    setField(g, "RNG", dice);
  }

  /** Who answers dialogs now; null: nobody, they are faults. */
  static Answers answers() {
    return driving ? answers : null;
  }

  /** Do what the file says. */
  static void run(GameModule g, Options o) throws Exception {
    driving = true;
    final Drive drive = new Drive(g, o);
    final List<Object> done = new ArrayList<>();
    fact("drive", done); // here already: should time run out, what was done is told
    for (final String line : Files.readAllLines(o.drive.toPath(), StandardCharsets.UTF_8)) {
      final String[] act = line.split("\t", -1);
      Report.piece = "act " + act[0];
      Watch.begin(o.actTimeout, why -> done.add(stuck(act[0], why)));
      done.add(drive.act(act));
    }
    Watch.rest();
    Report.piece = null;
    driving = false;
    drive.show(true);
  }

  private java.util.Map<String, Object> act(String[] a) throws Exception {
    final java.util.Map<String, Object> m = new LinkedHashMap<>();
    final long begin = Report.ms();
    m.put("act", a[0]);
    answers.give(a[4]);
    final Table before = now == null ? edt(() -> new Table(g)) : now;
    final int spoken = edt(() -> chatLines().size());
    tables.put(a[0], before);
    logged.put(a[0], edt(() -> ((List<?>) field(g.getLogger(), "logOutput")).size()));
    try {
      perform(a, m);
      m.put("done", true);
    }
    catch (Missing e) {
      m.put("done", false);
      m.put("why", e.getMessage());
    }
    calm();
    now = edt(() -> new Table(g));
    final List<String> chat = edt(Engine::chatLines);
    m.put("chat", new ArrayList<>(chat.subList(Math.min(spoken, chat.size()), chat.size())));
    m.put("asked", answers.asked());
    m.put("turn", now.turn);
    edt(() -> {
      compare(m, "undo".equals(a[1]) ? tables.get(a[2]) : before);
      return null;
    });
    m.put("ms", Report.ms() - begin);
    return m;
  }

  /** What is told of an act that never ended. */
  private static java.util.Map<String, Object> stuck(String act, String why) {
    final java.util.Map<String, Object> m = new LinkedHashMap<>();
    m.put("act", act);
    m.put("done", false);
    m.put("stuck", true);
    m.put("why", why);
    m.put("asked", answers.asked());
    return m;
  }

  /** What is different now from another moment; of the last piece that came to another place we remember which it is. */
  private void compare(java.util.Map<String, Object> m, Table then) {
    final List<Object> moved = now.moved(then);
    m.put("moved", moved);
    m.put("changed", now.changed(then));
    m.put("values", now.values(then));
    if (!moved.isEmpty()) {
      lastMoved = String.valueOf(((java.util.Map<?, ?>) moved.get(moved.size() - 1)).get("piece"));
    }
  }

  private void perform(String[] a, java.util.Map<String, Object> m) throws Exception {
    switch (a[1]) {
    case "shot": shoot(a[2]); break;
    case "replay": replay(); break;
    default: onEdt(a, m);
    }
  }

  private void onEdt(String[] a, java.util.Map<String, Object> m) throws Exception {
    final Missing missing = edt(() -> {
      try {
        doIt(a, m);
        return null;
      }
      catch (Missing e) {
        return e;
      }
    });
    if (missing != null) {
      throw missing;
    }
  }

  private void doIt(String[] a, java.util.Map<String, Object> m) throws Exception {
    switch (a[1]) {
    case "menu": m.put("offered", Hand.offered(piece(a[2]))); break;
    case "command": Hand.command(g, piece(a[2]), a[3]); break;
    case "drag": Hand.drag(g, piece(a[2]), a[3]); break;
    case "deck": Hand.deckCommand(deck(a[2]), a[3]); break;
    case "press": press(a[2], m); break;
    case "hotkey": g.fireKeyStroke(NamedHotKeyConfigurer.decode(a[2])); break;
    case "turn": set(a[2]); break;
    case "prefer": g.getPrefs().setValue(a[2], Boolean.valueOf(a[3])); break;
    case "dice": roll(a[2]); break;
    case "undo": m.put("steps", undo(logged.get(a[2]))); break;
    case "seat": sit(a[2]); break;
    case "look": m.put("known", Table.known(g)); break;
    case "log": log(); break;
    case "save": g.getGameState().saveGame(new File(folder, "drive.vsav")); break;
    case "load": open("drive.vsav"); break;
    default: throw new IllegalArgumentException("no such act: " + a[1]);
    }
  }

  /** The window is small while nobody looks: painting takes most of the time, but hidden buttons hear no keys. */
  private void show(boolean large) throws Exception {
    edt(() -> {
      if (whole == null) {
        whole = g.getPlayerWindow().getSize();
      }
      g.getPlayerWindow().setSize(large ? whole : SMALL);
      g.getPlayerWindow().validate();
      return null;
    });
  }

  private void shoot(String name) throws Exception {
    show(true);
    Painting.shoot(g, new File(o.shots, name + ".png"));
    show(false);
  }

  // -- pieces and decks

  private GamePiece piece(String name) throws Missing {
    if (name.startsWith("deck:")) {
      final GamePiece top = deck(name.substring(5)).topPiece();
      if (top == null) {
        throw new Missing("the deck is empty");
      }
      return top;
    }
    final GamePiece p = g.getGameState().getPieceForId("moved".equals(name) ? lastMoved : name);
    if (p == null) {
      throw new Missing("there is no such piece");
    }
    return p;
  }

  private Deck deck(String name) throws Missing {
    for (final GamePiece p : g.getGameState().getAllPieces()) {
      if (p instanceof Deck && name.equals(((Deck) p).getDeckName())) {
        return (Deck) p;
      }
    }
    throw new Missing("there is no such deck");
  }

  private static void press(String name, java.util.Map<String, Object> m) throws Missing {
    if (!Actions.press(name, m)) {
      throw new Missing("there is no such button");
    }
  }

  private static void roll(String faces) {
    dice.faces.clear();
    for (final String face : faces.split(",")) {
      dice.faces.add(Integer.valueOf(face));
    }
  }

  // -- the game around them

  /** The dialog of the tracker: it shows what is chosen at once, and says so when it is saved. */
  private void set(String state) throws Exception {
    final List<TurnTracker> trackers = g.getComponentsOf(TurnTracker.class);
    if (trackers.isEmpty()) {
      throw new Missing("there is no turn tracker");
    }
    final TurnTracker tracker = trackers.get(0);
    tracker.setState(state);
    final Method save = TurnTracker.class.getDeclaredMethod("saveSet");
    save.setAccessible(true);
    save.invoke(tracker);
  }

  /** Undo all that was logged since; an undo is logged as well, and would be undone in its turn. */
  private int undo(int size) throws ReflectiveOperationException {
    final Method undo = BasicLogger.class.getDeclaredMethod("undo");
    undo.setAccessible(true);
    int steps = 0;
    while ((Integer) field(g.getLogger(), "nextUndo") >= size && steps < 500) {
      undo.invoke(g.getLogger());
      ++steps;
    }
    return steps;
  }

  /** Leave the seat and take another, as the button for that does; windows of the old seat close. */
  private void sit(String side) throws Exception {
    final PlayerRoster r = g.getPlayerRoster();
    final String old = PlayerRoster.getMySide();
    if (!r.getSides().contains(side)) {
      throw new Missing("there is no such seat");
    }
    r.remove(GameModule.getActiveUserId());
    r.add(GameModule.getActiveUserId(), "Probe", side);
    final Method fire = PlayerRoster.class.getDeclaredMethod("fireSideChange", String.class, String.class);
    fire.setAccessible(true);
    fire.invoke(r, old, side);
    for (final GameComponent c : g.getGameState().getGameComponents()) {
      if (c instanceof PrivateMap) {
        c.setup(true);
      }
    }
  }

  /** Begin a log; what was done before cannot be undone any more. */
  private void log() throws ReflectiveOperationException {
    Game.beginLog(g, new File(folder, "drive.vlog"));
    setField(g.getLogger(), "nextUndo", -1);
    setField(g.getLogger(), "dontUndoPast", 0);
  }

  private void open(String name) throws IOException {
    g.getGameState().setup(false);
    g.getGameState().loadGameInForeground(new File(folder, name));
  }

  private void replay() throws Exception {
    edt(() -> {
      Game.endLog(g);
      open("drive.vlog");
      return null;
    });
    calm();
    final BasicLogger l = (BasicLogger) g.getLogger();
    final Method step = BasicLogger.class.getDeclaredMethod("step");
    step.setAccessible(true);
    for (int n = 0; l.isReplaying() && n < 100_000; ++n) {
      edt(() -> step.invoke(l));
      Watch.again();
    }
  }

  /** Wait for what was set off, and for what that sets off: until nothing waits in the queue. */
  private static void calm() throws Exception {
    final EventQueue queue = Toolkit.getDefaultToolkit().getSystemEventQueue();
    for (int quiet = 0; quiet < 2;) {
      edt(() -> null);
      quiet = queue.peekEvent() == null ? quiet + 1 : 0;
    }
  }
}
