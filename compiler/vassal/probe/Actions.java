package probe;

import static probe.Engine.chatLines;
import static probe.Engine.edt;
import static probe.Engine.settle;
import static probe.Report.fact;
import static probe.Report.problem;

import VASSAL.build.AbstractToolbarItem;
import VASSAL.build.Buildable;
import VASSAL.build.GameModule;
import VASSAL.build.module.BasicLogger;
import VASSAL.build.module.Map;
import VASSAL.build.module.map.PieceMover;
import VASSAL.command.Command;
import VASSAL.counters.BasicPiece;
import VASSAL.counters.DragBuffer;
import VASSAL.counters.GamePiece;
import VASSAL.counters.KeyBuffer;
import VASSAL.counters.KeyCommand;
import VASSAL.counters.Properties;
import VASSAL.counters.Stack;
import VASSAL.tools.NamedKeyStroke;

import java.awt.Component;
import java.awt.Container;
import java.awt.Point;
import java.awt.Window;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;

import javax.swing.AbstractButton;
import javax.swing.KeyStroke;

/** What a player would do with the mouse: key commands, buttons, moves, undo. */
final class Actions {

  private Actions() {
  }

  /** Do them in order; report what each did and what the chat said to it. */
  static void run(GameModule g, List<String[]> actions) throws Exception {
    final List<Object> done = new ArrayList<>();
    for (final String[] a : actions) {
      final java.util.Map<String, Object> m = new LinkedHashMap<>();
      m.put(a[0], a[1]);
      final int before = edt(() -> chatLines().size());
      edt(() -> {
        switch (a[0]) {
        case "key": key(g, a[1], m); break;
        case "move": move(g, a[1], m); break;
        case "hotkey": hotkey(g, a[1]); break;
        case "undo": undo(g, Integer.parseInt(a[1])); break;
        default:
          if (!press(a[1], m)) {
            problem("action", a[1], "no such button");
          }
        }
        return null;
      });
      settle();
      final List<String> chat = edt(Engine::chatLines);
      m.put("chat", new ArrayList<>(chat.subList(Math.min(before, chat.size()), chat.size())));
      done.add(m);
    }
    if (!done.isEmpty()) {
      fact("actions", done);
    }
  }

  private static void key(GameModule g, String action, java.util.Map<String, Object> m) {
    final int eq = action.lastIndexOf('=');
    final List<GamePiece> pieces = named(action.substring(0, eq));
    m.put("pieces", pieces.size());
    if (pieces.isEmpty()) {
      problem("action", action, "no piece of that name");
    }
    for (final GamePiece p : pieces) {
      final KeyStroke k = stroke(action.substring(eq + 1), p);
      if (k == null) {
        problem("action", action, "no such command in the menu of " + p.getName());
        continue;
      }
      if (p.getMap() != null) {
        KeyBuffer.getBuffer().setClickPoint(p.getPosition());
      }
      KeyBuffer.getBuffer().clear();
      KeyBuffer.getBuffer().add(p);
      final Command c = KeyBuffer.getBuffer().keyCommand(k);
      g.sendAndLog(c);
      m.put("command", c == null ? null : g.encode(c));
      KeyBuffer.getBuffer().clear();
    }
  }

  /** The same road as a drag with the mouse, if the map has a mover. */
  private static void move(GameModule g, String action, java.util.Map<String, Object> m) {
    final int eq = action.lastIndexOf('=');
    final String[] xy = action.substring(eq + 1).split(",");
    for (final GamePiece p : named(action.substring(0, eq))) {
      final Map map = p.getMap();
      final List<PieceMover> movers = map.getComponentsOf(PieceMover.class);
      if (movers.isEmpty()) {
        problem("action", action, "map " + map.getMapName() + " has no PieceMover: nothing can be dragged");
        continue;
      }
      final Point to = map.snapTo(new Point(Integer.parseInt(xy[0].trim()), Integer.parseInt(xy[1].trim())));
      KeyBuffer.getBuffer().clear();
      DragBuffer.getBuffer().clear();
      DragBuffer.getBuffer().add(p);
      final Command c = movers.get(0).movePieces(map, to);
      DragBuffer.getBuffer().clear();
      g.sendAndLog(c);
      m.put("command", g.encode(c));
    }
  }

  /** A key of the toolbar: typed, or a named one that only buttons hear. */
  private static void hotkey(GameModule g, String action) {
    g.fireKeyStroke(NamedKeyStroke.of(stroke(action, null)));
  }

  private static void undo(GameModule g, int steps) throws ReflectiveOperationException {
    final Method undo = BasicLogger.class.getDeclaredMethod("undo");
    undo.setAccessible(true);
    for (int i = 0; i < steps; ++i) {
      undo.invoke(g.getLogger());
    }
  }

  /** Press a button by its name, text or tooltip; false where there is none. */
  static boolean press(String name, java.util.Map<String, Object> m) {
    final AbstractButton b = button(name);
    if (b == null) {
      return false;
    }
    m.put("enabled", b.isEnabled());
    b.doClick(0);
    return true;
  }

  private static AbstractButton button(String name) {
    for (final Buildable x : Inspection.components()) {
      if (x instanceof AbstractToolbarItem && name.equals(((AbstractToolbarItem) x).getConfigureName())) {
        return ((AbstractToolbarItem) x).getLaunchButton();
      }
    }
    for (final Window w : Window.getWindows()) {
      final AbstractButton b = findButton(w, name);
      if (b != null) {
        return b;
      }
    }
    return null;
  }

  private static List<GamePiece> named(String name) {
    final List<GamePiece> l = new ArrayList<>();
    for (final GamePiece p : GameModule.getGameModule().getGameState().getAllPieces()) {
      if (p instanceof Stack) {
        continue;
      }
      final Object basic = p.getProperty(BasicPiece.BASIC_NAME);
      if ("*".equals(name) || name.equals(p.getName()) || name.equals(p.getLocalizedName())
        || name.equals(String.valueOf(basic)) || name.equals("#" + p.getId())) {
        l.add(p);
      }
    }
    l.sort((a, b) -> String.valueOf(a.getId()).compareTo(String.valueOf(b.getId())));
    return l;
  }

  private static KeyStroke stroke(String s, GamePiece p) {
    if (s.startsWith("menu:")) {
      final Object k = p.getProperty(Properties.KEY_COMMANDS);
      if (k instanceof KeyCommand[]) {
        for (final KeyCommand c : (KeyCommand[]) k) {
          if (s.substring(5).equals(c.getName())) {
            return c.getKeyStroke();
          }
        }
      }
      return null;
    }
    if (s.matches("(ctrl|shift|alt|meta|typed|pressed|released) .*")) {
      return KeyStroke.getKeyStroke(s);
    }
    return NamedKeyStroke.of(s).getKeyStroke();
  }

  private static AbstractButton findButton(Component c, String text) {
    if (c instanceof AbstractButton) {
      final AbstractButton b = (AbstractButton) c;
      if (text.equals(b.getText()) || text.equals(b.getToolTipText())
        || b.getToolTipText() != null && b.getToolTipText().startsWith(text + " ")) {
        return b;
      }
    }
    if (c instanceof Container) {
      for (final Component k : ((Container) c).getComponents()) {
        final AbstractButton b = findButton(k, text);
        if (b != null) {
          return b;
        }
      }
    }
    return null;
  }
}
