package probe;

import static probe.Inspection.inner;
import static probe.Report.fact;
import static probe.Report.problem;
import static probe.Report.trace;

import VASSAL.build.GameModule;
import VASSAL.build.module.Map;
import VASSAL.build.module.PlayerRoster;
import VASSAL.build.module.map.boardPicker.Board;
import VASSAL.counters.Deck;
import VASSAL.counters.Decorator;
import VASSAL.counters.GamePiece;
import VASSAL.counters.KeyCommand;
import VASSAL.counters.Properties;
import VASSAL.counters.Stack;
import VASSAL.tools.NamedKeyStroke;

import java.awt.Point;
import java.awt.Rectangle;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;

/** Where everything is: each map with its pieces, and the names the engine gives to places. */
final class Dump {

  private Dump() {
  }

  private static final List<String> PROPERTIES = List.of("BasicName", "LocationName", "CurrentZone", "CurrentBoard",
    "CurrentMap", "DeckName", "Moved", "Invisible", "Obscured");

  /** Every map with its boards, stacks, decks and pieces; and who plays. */
  static void maps(GameModule g, List<String> extraProperties) {
    final java.util.Map<String, Object> maps = new LinkedHashMap<>();
    int pieces = 0;
    for (final Map m : Map.getMapList()) {
      final java.util.Map<String, Object> facts = new LinkedHashMap<>();
      facts.put("size", m.mapSize().width + "x" + m.mapSize().height);
      final List<String> boards = new ArrayList<>();
      for (final Board b : m.getBoards()) {
        final Rectangle r = b.bounds();
        boards.add(b.getName() + " " + r.x + "," + r.y + " " + r.width + "x" + r.height);
      }
      facts.put("boards", boards);
      final List<Object> contents = new ArrayList<>();
      for (final GamePiece p : m.getAllPieces()) {
        final int inside = p instanceof Stack ? ((Stack) p).asList().size() : 1;
        if (inside > 0 || p instanceof Deck) {
          contents.add(p instanceof Stack ? stack((Stack) p, extraProperties) : piece(p, extraProperties));
        }
        pieces += inside;
      }
      facts.put("contents", contents);
      maps.put(m.getMapName(), facts);
    }
    fact("maps", maps);
    fact("pieceCount", pieces);
    final PlayerRoster r = g.getPlayerRoster();
    if (r != null) {
      final List<String> players = new ArrayList<>();
      for (final PlayerRoster.PlayerInfo i : r.getPlayers()) {
        players.add(i.playerName + " = " + i.getSide());
      }
      fact("players", players);
    }
  }

  private static java.util.Map<String, Object> stack(Stack s, List<String> extraProperties) {
    final java.util.Map<String, Object> m = new LinkedHashMap<>();
    if (s instanceof Deck) {
      m.put("deck", ((Deck) s).getDeckName());
    }
    else {
      m.put("stack", s.getId());
    }
    m.put("x", s.getPosition().x);
    m.put("y", s.getPosition().y);
    final List<Object> pieces = new ArrayList<>();
    for (final GamePiece p : s.asList()) {
      pieces.add(piece(p, extraProperties));
    }
    m.put("pieces", pieces);
    return m;
  }

  private static java.util.Map<String, Object> piece(GamePiece p, List<String> extraProperties) {
    final java.util.Map<String, Object> m = new LinkedHashMap<>();
    try {
      m.put("id", p.getId());
      m.put("name", p.getName());
      m.put("x", p.getPosition().x);
      m.put("y", p.getPosition().y);
      for (final String k : PROPERTIES) {
        final Object v = p.getProperty(k);
        if (v != null && !v.toString().isEmpty()) {
          m.put(k, v.toString());
        }
      }
      for (final String k : extraProperties) {
        m.put("prop:" + k, text(p.getProperty(k)));
      }
      m.put("gpid", text(p.getProperty(Properties.PIECE_ID)));
      m.put("bounds", p.boundingBox().width + "x" + p.boundingBox().height);
      m.put("traits", traits(p));
      m.put("keyCommands", keyCommands(p));
    }
    catch (Throwable t) {
      problem("piece", String.valueOf(m.get("name")), trace(t, 15));
    }
    return m;
  }

  private static String text(Object o) {
    return o == null ? null : o.toString();
  }

  private static List<Object> traits(GamePiece p) {
    final List<Object> traits = new ArrayList<>();
    for (GamePiece x = p; x != null; x = inner(x)) {
      final java.util.Map<String, Object> t = new LinkedHashMap<>();
      t.put("trait", x.getClass().getSimpleName());
      t.put("type", x instanceof Decorator ? ((Decorator) x).myGetType() : x.getType());
      t.put("state", x instanceof Decorator ? ((Decorator) x).myGetState() : x.getState());
      traits.add(0, t);
    }
    return traits;
  }

  private static List<String> keyCommands(GamePiece p) {
    final List<String> commands = new ArrayList<>();
    final Object all = p.getProperty(Properties.KEY_COMMANDS);
    if (all instanceof KeyCommand[]) {
      for (final KeyCommand c : (KeyCommand[]) all) {
        final NamedKeyStroke n = c.getNamedKeyStroke();
        final boolean named = n != null && !n.isNull() && n.isNamed();
        final String key = named ? n.getName() : String.valueOf(c.getKeyStroke());
        commands.add(c.getName() + " [" + key + "]" + (c.isEnabled() ? "" : " (disabled)"));
      }
    }
    return commands;
  }

  /** The map of that name; "" and "*" mean the first one. */
  static Map map(String name) {
    for (final Map m : Map.getMapList()) {
      if (name.equals(m.getMapName()) || name.isEmpty() || "*".equals(name)) {
        return m;
      }
    }
    return null;
  }

  /** Answer the questions of the options: the name at a pixel, the pixel of a name. */
  static void places(Options o) {
    final List<Object> locations = new ArrayList<>();
    for (final String[] p : o.points) {
      final Map m = map(p[0]);
      if (m == null) {
        problem("action", p[0], "no such map");
        continue;
      }
      locations.add(location(m, p[0], new Point(Integer.parseInt(p[1].trim()), Integer.parseInt(p[2].trim()))));
    }
    if (!locations.isEmpty()) {
      fact("locations", locations);
    }
    final List<Object> lookups = new ArrayList<>();
    for (final String[] p : o.lookups) {
      final java.util.Map<String, Object> r = new LinkedHashMap<>();
      r.put("location", p[0] + ":" + p[1]);
      r.put("at", null);
      final Map m = map(p[0]);
      for (final Board b : m == null ? List.<Board>of() : m.getBoards()) {
        lookUp(b, p[1], r);
      }
      lookups.add(r);
    }
    if (!lookups.isEmpty()) {
      fact("lookups", lookups);
    }
  }

  private static java.util.Map<String, Object> location(Map m, String name, Point at) {
    final java.util.Map<String, Object> r = new LinkedHashMap<>();
    r.put("point", name + ":" + at.x + "," + at.y);
    r.put("location", m.locationName(at));
    r.put("zone", m.findZone(at) == null ? null : m.findZone(at).getName());
    r.put("board", m.findBoard(at) == null ? null : m.findBoard(at).getName());
    final Point s = m.snapTo(new Point(at));
    r.put("snap", s.x + "," + s.y);
    return r;
  }

  private static void lookUp(Board b, String name, java.util.Map<String, Object> r) {
    try {
      final Point at = b.getGrid() == null ? null : b.getGrid().getLocation(name);
      if (at != null) {
        r.put("at", (at.x + b.bounds().x) + "," + (at.y + b.bounds().y));
      }
    }
    catch (Exception e) {
      r.put("error", e.toString());
    }
  }
}
