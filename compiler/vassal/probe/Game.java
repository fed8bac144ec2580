package probe;

import static probe.Dump.map;
import static probe.Engine.chatLines;
import static probe.Engine.edt;
import static probe.Engine.field;
import static probe.Engine.setField;
import static probe.Engine.settle;
import static probe.Report.fact;
import static probe.Report.problem;
import static probe.Report.trace;

import VASSAL.build.GameModule;
import VASSAL.build.module.BasicLogger;
import VASSAL.build.module.GameComponent;
import VASSAL.build.module.GameSetupStep;
import VASSAL.build.module.Map;
import VASSAL.build.module.PlayerRoster;
import VASSAL.build.module.PredefinedSetup;
import VASSAL.build.module.PrivateMap;
import VASSAL.build.module.map.BoardPicker;
import VASSAL.build.module.metadata.SaveMetaData;
import VASSAL.counters.GamePiece;
import VASSAL.counters.Stack;
import VASSAL.tools.SequenceEncoder;
import VASSAL.tools.io.DeobfuscatingInputStream;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;

/** Starting a game: a new one, a predefined setup, a save or a log; and what is wrong once it stands. */
final class Game {

  private Game() {
  }

  /** Start the game that the options name, or say why it did not start. */
  static void start(GameModule g, Options o) throws Exception {
    final long begin = Report.ms();
    edt(() -> {
      if (g.getPlayerRoster() != null) {
        // the choice of a side is ours, not the wizard's
        g.getGameState().removeGameSetupStep(g.getPlayerRoster());
      }
      return null;
    });
    if (o.save != null) {
      loadSave(g, o.save);
    }
    else if (o.setup != null) {
      startSetup(g, o);
    }
    else {
      fresh(g, o.side);
    }
    settle();
    edt(() -> {
      claim(g, o.side);
      for (final GameComponent c : g.getGameState().getGameComponents()) {
        if (c instanceof PrivateMap) {
          c.setup(true);
        }
      }
      return null;
    });
    settle();
    fact("startMs", Report.ms() - begin);
    if (!g.getGameState().isGameStarted()) {
      problem("fatal", "game", "the game did not start");
    }
  }

  private static void loadSave(GameModule g, File save) throws Exception {
    edt(() -> {
      scanStream(g, Files.newInputStream(save.toPath()), save.getName());
      if (!g.getGameState().isSaveMetaDataValid(save)) {
        problem("save", save.getName(), "its metadata were refused");
      }
      g.getGameState().loadGameInForeground(save);
      return null;
    });
  }

  private static void startSetup(GameModule g, Options o) throws Exception {
    final List<PredefinedSetup> setups = Inspection.setups(g);
    final boolean any = "*".equals(o.setup);
    if (any && setups.isEmpty()) {
      fresh(g, o.side);
      return;
    }
    final PredefinedSetup p = setups.stream()
      .filter(x -> any || o.setup.equals(x.getConfigureName()))
      .findFirst()
      .orElseThrow(() -> new IllegalArgumentException("no predefined setup is called " + o.setup));
    fact("setup", p.getConfigureName());
    if (!p.isUseFile() || p.getFileName() == null) {
      fresh(g, o.side);
      return;
    }
    edt(() -> {
      scanStream(g, p.getSavedGameContents(), p.getFileName());
      g.getGameState().loadGameInForeground(p.getFileName(), p.getSavedGameContents());
      g.getGameState().freshenStartupGlobalKeyCommands(g);
      return null;
    });
  }

  private static void fresh(GameModule g, String side) throws Exception {
    edt(() -> {
      g.getGameState().setup(false);
      claim(g, side);
      pickBoards(g);
      g.getGameState().setup(true);
      g.getGameState().freshenStartupGlobalKeyCommands(g);
      return null;
    });
  }

  /** Sit down: on the side asked for, else the one we have, else the first free one. */
  private static void claim(GameModule g, String wanted) {
    final PlayerRoster r = g.getPlayerRoster();
    if (r == null) {
      return;
    }
    final String old = PlayerRoster.getMySide();
    if (old != null && wanted == null) {
      fact("side", old);
      return;
    }
    if (wanted != null && !r.getSides().contains(wanted) && !PlayerRoster.OBSERVER.equals(wanted)) {
      problem("side", "PlayerRoster", "no side called " + wanted);
    }
    final List<String> free = new ArrayList<>(r.getSides());
    for (final PlayerRoster.PlayerInfo i : r.getPlayers()) {
      if (!i.playerId.equals(GameModule.getActiveUserId())) {
        free.remove(i.getSide());
      }
    }
    final String side = wanted != null ? wanted : free.isEmpty() ? PlayerRoster.OBSERVER : free.get(0);
    r.add(GameModule.getActiveUserId(), "Probe", side);
    fact("side", side);
  }

  private static void pickBoards(GameModule g) {
    final Iterator<GameSetupStep> it = g.getGameState().getUnfinishedSetupSteps();
    while (it.hasNext()) {
      final GameSetupStep st = it.next();
      if (st instanceof BoardPicker) {
        final BoardPicker bp = (BoardPicker) st;
        final String[] names = bp.getAllowableBoardNames();
        bp.getControls();
        if (names.length > 0) {
          bp.getSlot(0).setBoard(bp.getBoard(names[0]));
        }
        bp.finish();
        fact("boardsPicked", Arrays.asList(names));
      }
    }
  }

  /** What the engine would drop in silence: commands that nothing understands. */
  private static void scanStream(GameModule g, InputStream in, String where) throws Exception {
    try (ZipInputStream z = new ZipInputStream(in)) {
      for (ZipEntry e = z.getNextEntry(); e != null; e = z.getNextEntry()) {
        if ("savedGame".equals(e.getName())) {
          final byte[] b = new DeobfuscatingInputStream(z).readAllBytes();
          scanTokens(g, new String(b, StandardCharsets.UTF_8), where);
          return;
        }
      }
    }
    problem("save", where, "no entry called savedGame");
  }

  private static void scanTokens(GameModule g, String t, String where) {
    final SequenceEncoder.Decoder d = new SequenceEncoder.Decoder(t, '\u001b');
    final String first = d.nextToken();
    if (!first.equals(t)) {
      scanTokens(g, first, where);
      while (d.hasMoreTokens()) {
        scanTokens(g, d.nextToken(), where);
      }
      return;
    }
    if (t.isEmpty() || t.equals("null") || t.startsWith("+/") || t.startsWith("CHAT")) {
      return;
    }
    if (t.startsWith("LOG\t")) {
      scanTokens(g, t.substring(4), where);
      return;
    }
    if (t.contains("BoardPicker\t")) {
      checkBoards(t.split("\t"), where);
    }
    try {
      if (g.decode(t) == null) {
        problem("save", where, "nothing understands the command: " + t.substring(0, Math.min(120, t.length())));
      }
    }
    catch (RuntimeException e) {
      problem("save", where, "bad command " + t.substring(0, Math.min(120, t.length())) + "\n" + trace(e, 8));
    }
  }

  private static void checkBoards(String[] fields, String where) {
    final Map m = map(fields[0].replaceFirst("BoardPicker$", ""));
    if (m == null || m.getBoardPicker() == null) {
      return;
    }
    final List<String> known = Arrays.asList(m.getBoardPicker().getAllowableBoardNames());
    for (int i = 1; i + 2 < fields.length; i += 3) {
      final String n = fields[i].replaceFirst("/rev$", "");
      if (!known.contains(n)) {
        problem("save", where, "map " + fields[0] + ": no board called " + n);
      }
    }
  }

  /** Faults of a game that stands: pieces nowhere, maps that show nothing. */
  static void check(GameModule g) {
    for (final GamePiece p : g.getGameState().getAllPieces()) {
      if (p.getMap() == null && !(p instanceof Stack && ((Stack) p).getPieceCount() == 0)) {
        problem("lost-piece", p.getName() + " #" + p.getId(), "in the game, but on no map");
      }
    }
    for (final Map m : Map.getMapList()) {
      if (m.getBoards().isEmpty()) {
        problem("no-board", m.getMapName(), "the map shows no board");
      }
      final boolean buttonless = m.getClass() == Map.class && "false".equals(m.getAttributeValueString("launch"));
      if (buttonless && !m.getView().isShowing()) {
        problem("hidden-map", m.getMapName(), "the map has no button and is not on the screen"
          + " (is GlobalOptions before it in the buildFile?)");
      }
    }
  }

  /** Step through a log that was loaded, to its end. */
  static void stepLog(GameModule g) throws Exception {
    final BasicLogger l = (BasicLogger) g.getLogger();
    if (!l.isReplaying()) {
      return;
    }
    Report.phase = "log";
    final Method step = BasicLogger.class.getDeclaredMethod("step");
    step.setAccessible(true);
    final List<Object> steps = new ArrayList<>();
    int n = 0;
    while (l.isReplaying() && n < 100_000) {
      final int before = edt(() -> chatLines().size());
      edt(() -> {
        step.invoke(l);
        return null;
      });
      edt(() -> null);
      final List<String> chat = edt(Engine::chatLines);
      ++n;
      final java.util.Map<String, Object> m = new LinkedHashMap<>();
      m.put("step", n);
      m.put("chat", new ArrayList<>(chat.subList(Math.min(before, chat.size()), chat.size())));
      steps.add(m);
    }
    fact("logSteps", n);
    fact("log", steps);
  }

  /** From now on the engine logs every command, as if the player had begun a log file. */
  static void beginLog(GameModule g, File file) throws ReflectiveOperationException {
    final BasicLogger l = (BasicLogger) g.getLogger();
    ((List<?>) field(l, "logOutput")).clear();
    setField(l, "outputFile", file);
    setField(l, "beginningState", g.getGameState().getRestoreCommand());
    setField(l, "metadata", new SaveMetaData());
  }

  static void endLog(GameModule g) throws IOException {
    ((BasicLogger) g.getLogger()).write();
  }
}
