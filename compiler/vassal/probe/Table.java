package probe;

import static probe.Engine.field;
import static probe.Inspection.inner;

import VASSAL.build.Buildable;
import VASSAL.build.GameModule;
import VASSAL.build.module.Map;
import VASSAL.build.module.PlayerRoster;
import VASSAL.build.module.PrivateMap;
import VASSAL.build.module.properties.GlobalProperty;
import VASSAL.build.module.turn.TurnTracker;
import VASSAL.counters.Deck;
import VASSAL.counters.Decorator;
import VASSAL.counters.DynamicProperty;
import VASSAL.counters.Footprint;
import VASSAL.counters.GamePiece;
import VASSAL.counters.Obscurable;
import VASSAL.counters.SendToLocation;
import VASSAL.counters.Stack;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;

/** Everything a player can see or set, at one moment: where each piece lies, its state, the values of the module. */
final class Table {

  /** One piece: where it is in words and in pixels, and what its traits hold. */
  private static final class Lying {
    final GamePiece piece;
    final String place;
    final String at;
    final java.util.Map<String, String> traits = new LinkedHashMap<>();

    Lying(GamePiece p) {
      piece = p;
      final Map m = p.getMap();
      final Stack s = p.getParent();
      final String where = s instanceof Deck ? ((Deck) s).getDeckName() : String.valueOf(p.getProperty("LocationName"));
      place = m == null ? "" : where;
      at = m == null ? "" : m.getMapName() + " " + p.getPosition().x + "," + p.getPosition().y;
      for (GamePiece x = p; x instanceof Decorator; x = inner(x)) {
        final String state = ((Decorator) x).myGetState();
        if (state != null && !state.isEmpty() && !(x instanceof Footprint || x instanceof SendToLocation)) {
          // what these two remember of the way, the engine itself never takes back
          traits.merge(title(x), state, (a, b) -> a + '\t' + b);
        }
      }
    }

    private static String title(GamePiece trait) {
      final String kind = trait.getClass().getSimpleName();
      return trait instanceof DynamicProperty ? kind + " " + ((DynamicProperty) trait).getKey() : kind;
    }
  }

  private final java.util.Map<String, Lying> pieces = new TreeMap<>();
  private final java.util.Map<String, String> values = new TreeMap<>();
  final String turn;

  Table(GameModule g) {
    for (final GamePiece p : g.getGameState().getAllPieces()) {
      if (!(p instanceof Stack)) {
        pieces.put(p.getId(), new Lying(p));
      }
    }
    String shown = "";
    for (final Buildable b : Inspection.components()) {
      if (b instanceof GlobalProperty) {
        values.put(((GlobalProperty) b).getConfigureName(), ((GlobalProperty) b).getPropertyValue());
      }
      else if (b instanceof TurnTracker) {
        shown = turnOf((TurnTracker) b);
      }
    }
    turn = shown;
  }

  private static String turnOf(TurnTracker t) {
    try {
      final Method m = TurnTracker.class.getDeclaredMethod("getTurnString");
      m.setAccessible(true);
      return String.valueOf(m.invoke(t)).strip();
    }
    catch (ReflectiveOperationException e) {
      return "";
    }
  }

  /** Pieces that lie elsewhere than before, came or went: id, name as it is now, place before and after. */
  List<Object> moved(Table before) {
    final List<Object> found = new ArrayList<>();
    for (final String id : both(before)) {
      final Lying a = before.pieces.get(id);
      final Lying b = pieces.get(id);
      if (a == null || b == null || !a.at.equals(b.at) || !a.place.equals(b.place)) {
        final java.util.Map<String, Object> m = new LinkedHashMap<>();
        m.put("piece", id);
        m.put("name", (b == null ? a : b).piece.getName());
        m.put("from", a == null ? null : a.place);
        m.put("to", b == null ? null : b.place);
        m.put("at", b == null ? null : b.at);
        found.add(m);
      }
    }
    return found;
  }

  /** Traits that hold something else than before: piece, trait, state before and after, with blanks between. */
  List<String> changed(Table before) {
    final List<String> found = new ArrayList<>();
    for (final String id : both(before)) {
      final Lying a = before.pieces.get(id);
      final Lying b = pieces.get(id);
      if (a != null && b != null && !a.traits.equals(b.traits)) {
        for (final String title : b.traits.keySet()) {
          if (!Objects.equals(a.traits.get(title), b.traits.get(title))) {
            found.add(id + " " + title + " " + a.traits.get(title) + " " + b.traits.get(title));
          }
        }
      }
    }
    return found;
  }

  /** What of the module is not as before: values by name, and the step of the turn. */
  List<String> values(Table before) {
    final List<String> found = new ArrayList<>();
    for (final java.util.Map.Entry<String, String> e : values.entrySet()) {
      if (!Objects.equals(e.getValue(), before.values.get(e.getKey()))) {
        found.add(e.getKey());
      }
    }
    if (!turn.equals(before.turn)) {
      found.add("turn");
    }
    return found;
  }

  private List<String> both(Table before) {
    final java.util.Set<String> ids = new java.util.TreeSet<>(pieces.keySet());
    ids.addAll(before.pieces.keySet());
    return new ArrayList<>(ids);
  }

  /** The pieces that the player of this machine can tell: neither masked, nor in a deck face down, nor in a window of others. */
  static List<Object> known(GameModule g) throws ReflectiveOperationException {
    final List<Object> found = new ArrayList<>();
    final String side = PlayerRoster.getMySide();
    for (final GamePiece p : g.getGameState().getAllPieces()) {
      final Map m = p.getMap();
      if (p instanceof Stack || m == null || isHidden(p, m, side)) {
        continue;
      }
      final java.util.Map<String, Object> row = new LinkedHashMap<>();
      row.put("piece", p.getId());
      row.put("name", p.getName());
      row.put("window", m.getMapName());
      found.add(row);
    }
    return found;
  }

  private static boolean isHidden(GamePiece p, Map m, String side) throws ReflectiveOperationException {
    if (m instanceof PrivateMap && !((PrivateMap) m).isVisibleTo(side)) {
      return true;
    }
    if (p.getParent() instanceof Deck && (Boolean) field(p.getParent(), "faceDown")) {
      return true;
    }
    for (GamePiece x = p; x != null; x = inner(x)) {
      if (x instanceof Obscurable && ((Obscurable) x).obscuredToMe()) {
        return true;
      }
    }
    return false;
  }
}
