package probe;

import static probe.Engine.field;
import static probe.Report.fact;
import static probe.Report.problem;
import static probe.Report.trace;

import VASSAL.build.AbstractBuildable;
import VASSAL.build.AbstractConfigurable;
import VASSAL.build.Buildable;
import VASSAL.build.Configurable;
import VASSAL.build.GameModule;
import VASSAL.build.module.PredefinedSetup;
import VASSAL.build.module.PrototypeDefinition;
import VASSAL.build.module.PrototypesContainer;
import VASSAL.build.module.documentation.HelpFile;
import VASSAL.build.module.gamepieceimage.GamePieceImage;
import VASSAL.build.module.map.DrawPile;
import VASSAL.build.module.map.SetupStack;
import VASSAL.build.widget.PieceSlot;
import VASSAL.counters.Decorator;
import VASSAL.counters.EditablePiece;
import VASSAL.counters.GamePiece;
import VASSAL.counters.PlaceMarker;
import VASSAL.counters.Properties;
import VASSAL.counters.UsePrototype;
import VASSAL.script.ExpressionInterpreter;
import VASSAL.search.ImageSearchTarget;
import VASSAL.search.SearchTarget;

import java.awt.Rectangle;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** What a module says about itself before any game starts: components, files, slots, decks, prototypes. */
final class Inspection {

  private Inspection() {
  }

  private static final List<Buildable> components = new ArrayList<>();

  /** Every component of the module, in the order of the buildFile. */
  static List<Buildable> components() {
    return components;
  }

  static void inspect(GameModule g) {
    final List<Object> tree = new ArrayList<>();
    final Map<String, Integer> counts = new TreeMap<>();
    walk(g, tree, counts);
    fact("componentCounts", counts);
    fact("components", tree);
    final List<String> setups = new ArrayList<>();
    for (final PredefinedSetup p : setups(g)) {
      setups.add(p.getConfigureName());
    }
    fact("setups", setups);
    checkComponents();
    checkFiles();
    checkSlots(g);
    checkDecks(g);
    checkPrototypes(g);
  }

  /** The predefined setups a player can choose; a folder of setups is none. */
  static List<PredefinedSetup> setups(GameModule g) {
    final List<PredefinedSetup> l = new ArrayList<>(g.getAllDescendantComponentsOf(PredefinedSetup.class));
    l.removeIf(PredefinedSetup::isMenu);
    return l;
  }

  private static String label(Object b) {
    final String n = b instanceof Configurable ? ((Configurable) b).getConfigureName() : null;
    return b.getClass().getSimpleName() + (n == null || n.isEmpty() ? "" : " '" + n + "'");
  }

  private static void walk(Buildable b, List<Object> out, Map<String, Integer> counts) {
    counts.merge(b.getClass().getName(), 1, Integer::sum);
    components.add(b);
    final Map<String, Object> m = new LinkedHashMap<>();
    m.put("class", b.getClass().getName());
    if (b instanceof Configurable && ((Configurable) b).getConfigureName() != null) {
      m.put("name", ((Configurable) b).getConfigureName());
    }
    out.add(m);
    if (b instanceof AbstractBuildable) {
      final List<Object> kids = new ArrayList<>();
      for (final Buildable k : ((AbstractBuildable) b).getBuildables()) {
        walk(k, kids, counts);
      }
      if (!kids.isEmpty()) {
        m.put("children", kids);
      }
    }
  }

  private static void checkComponents() {
    for (final Buildable b : components) {
      if (b instanceof AbstractConfigurable) {
        checkExpressions((AbstractConfigurable) b, label(b));
      }
      if (b instanceof ImageSearchTarget && !(b instanceof PieceSlot)) {
        checkImages((ImageSearchTarget) b, label(b));
      }
    }
  }

  private static void checkImages(ImageSearchTarget target, String where) {
    final Set<String> names = new LinkedHashSet<>();
    try {
      target.addLocalImageNames(names);
    }
    catch (RuntimeException e) {
      problem("check", where, "image names: " + trace(e, 8));
    }
    for (final String n : names) {
      checkImage(n, where);
    }
  }

  private static boolean inArchive(String path) {
    try {
      return GameModule.getGameModule().getDataArchive().contains(path);
    }
    catch (Exception e) {
      return false;
    }
  }

  private static void checkImage(String n, String where) {
    if (n == null || n.isBlank()) {
      return;
    }
    if (n.startsWith("/")) {
      if (VassalProbe.class.getResource(n) == null) {
        problem("missing-image", where, n + " (no such resource of the engine)");
      }
      return;
    }
    if (inArchive("images/" + n) || inArchive("images/" + n + ".gif") || inArchive("images/" + n + ".png")
      || VassalProbe.class.getResource("/images/" + n) != null) {
      return;
    }
    for (final GamePieceImage i : GameModule.getGameModule().getAllDescendantComponentsOf(GamePieceImage.class)) {
      if (n.equals(i.getConfigureName())) {
        return;
      }
    }
    problem("missing-image", where, n);
  }

  private static void checkExpression(String s, String where) {
    if (s == null) {
      return;
    }
    final String t = s.strip();
    if (t.startsWith("{") && t.endsWith("}")) {
      try {
        new ExpressionInterpreter(t.substring(1, t.length() - 1).strip());
      }
      catch (Throwable e) {
        Throwable r = e;
        while (r.getCause() != null) {
          r = r.getCause();
        }
        problem("bad-expression", where, t + " : " + e.getMessage() + (r == e ? "" : " : " + r.getMessage()));
      }
    }
    else if (t.startsWith("{") != t.endsWith("}")) {
      problem("bad-expression", where, t + " : unbalanced braces");
    }
  }

  private static void checkExpressions(SearchTarget s, String where) {
    try {
      for (final List<String> l : Arrays.asList(s.getExpressionList(), s.getFormattedStringList())) {
        if (l != null) {
          for (final String e : l) {
            checkExpression(e, where);
          }
        }
      }
    }
    catch (RuntimeException e) {
      problem("check", where, "expressions: " + trace(e, 8));
    }
  }

  private static final Map<String, String> FILE_ATTRIBUTES = Map.of(
    "HtmlChart", "fileName", "PredefinedSetup", "file", "HelpFile", "fileName", "Tutorial", "logfile", "BrowserPDFFile", "pdfFile");

  private static void checkFiles() {
    for (final Buildable b : components) {
      final String attribute = FILE_ATTRIBUTES.get(b.getClass().getSimpleName());
      if (attribute == null || !(b instanceof AbstractBuildable) || namesNoFile(b)) {
        continue;
      }
      final String file = ((AbstractBuildable) b).getAttributeValueString(attribute);
      if (file == null || file.isEmpty() || !inArchive(file)) {
        problem("missing-file", label(b), String.valueOf(file));
      }
    }
  }

  private static boolean namesNoFile(Buildable b) {
    if (b instanceof PredefinedSetup) {
      return ((PredefinedSetup) b).isMenu() || !((PredefinedSetup) b).isUseFile();
    }
    return b instanceof HelpFile && !"archive".equals(((HelpFile) b).getAttributeValueString("fileType"));
  }

  static String slotPath(Buildable b) {
    final List<String> l = new ArrayList<>();
    Buildable x = b;
    while (x instanceof AbstractBuildable && !(x instanceof GameModule)) {
      l.add(0, label(x));
      x = ((AbstractBuildable) x).getAncestor();
    }
    return String.join(" / ", l);
  }

  private static void checkSlots(GameModule g) {
    final List<Object> slots = new ArrayList<>();
    final Map<String, String> owners = new TreeMap<>();
    int max = -1;
    for (final PieceSlot s : g.getAllDescendantComponentsOf(PieceSlot.class)) {
      final String where = slotPath(s);
      final Map<String, Object> m = new LinkedHashMap<>();
      m.put("slot", s.getConfigureName());
      m.put("path", where);
      m.put("gpid", s.getGpId());
      final Buildable parent = s.getAncestor();
      m.put("in", parent instanceof DrawPile ? "deck" : parent instanceof SetupStack ? "at-start" : "palette");
      slots.add(m);
      max = Math.max(max, checkGpid(s.getGpId(), where, owners));
      try {
        max = Math.max(max, checkSlotPiece(s, where, m));
      }
      catch (Throwable t) {
        problem("piece", where, trace(t, 15));
      }
    }
    fact("slots", slots);
    fact("slotCount", slots.size());
    if (max >= 0 && g.getNextGpId() <= max) {
      problem("gpid", "GameModule", "nextPieceSlotId is " + g.getNextGpId() + " but gpid " + max + " is in use");
    }
  }

  /** The gpid as a number, -1 where it is none. */
  private static int checkGpid(String id, String where, Map<String, String> owners) {
    if (id == null || id.isEmpty()) {
      problem("gpid", where, "no gpid");
      return -1;
    }
    final String other = owners.put(id, where);
    if (other != null) {
      problem("gpid", where, "gpid " + id + " is also used by " + other);
    }
    try {
      return Integer.parseInt(id);
    }
    catch (NumberFormatException e) {
      return -1; // ids of extensions have a prefix
    }
  }

  /** The highest gpid that the piece of a slot uses, -1 where there is none. */
  private static int checkSlotPiece(PieceSlot s, String where, Map<String, Object> m) {
    final GamePiece p = s.getPiece();
    if (p == null) {
      problem("piece", where, "the slot holds no piece (its definition could not be read)");
      return -1;
    }
    m.put("name", p.getName());
    m.put("traits", traitNames(p));
    final int max = checkPiece(p, where);
    final Rectangle bounds = p.boundingBox();
    m.put("size", bounds.width + "x" + bounds.height);
    final Object own = p.getProperty(Properties.PIECE_ID);
    if (own != null && !own.toString().isEmpty() && s.getGpId() != null && !s.getGpId().equals(own.toString())) {
      problem("gpid", where, "slot gpid " + s.getGpId() + " but piece gpid " + own);
    }
    return max;
  }

  private static void checkDecks(GameModule g) {
    final Set<String> names = new TreeSet<>();
    for (final DrawPile d : g.getAllDescendantComponentsOf(DrawPile.class)) {
      final String n = d.getAttributeValueString("name");
      if (n == null || !names.add(n)) {
        problem("name", slotPath(d), "a deck needs a name of its own: " + n);
      }
    }
  }

  private static void checkPrototypes(GameModule g) {
    if (PrototypesContainer.findInstance() == null) {
      return;
    }
    final Set<String> names = new TreeSet<>();
    for (final PrototypeDefinition d : g.getAllDescendantComponentsOf(PrototypeDefinition.class)) {
      if (!names.add(d.getConfigureName())) {
        problem("prototype", d.getConfigureName(), "defined twice");
      }
      try {
        checkPiece(d.getPiece(), "PrototypeDefinition '" + d.getConfigureName() + "'");
      }
      catch (Throwable t) {
        problem("prototype", d.getConfigureName(), trace(t, 12));
      }
    }
  }

  private static List<String> traitNames(GamePiece p) {
    final List<String> l = new ArrayList<>();
    for (GamePiece x = p; x != null; x = inner(x)) {
      l.add(0, x.getClass().getSimpleName());
    }
    return l;
  }

  /** Look into every trait; the highest gpid that a marker of the piece uses, -1 where there is none. */
  private static int checkPiece(GamePiece p, String where) {
    int max = -1;
    for (GamePiece x = p; x != null; x = inner(x)) {
      final String w = where + " : " + x.getClass().getSimpleName();
      if (x instanceof ImageSearchTarget) {
        checkImages((ImageSearchTarget) x, w);
      }
      if (x instanceof SearchTarget) {
        checkExpressions((SearchTarget) x, w);
      }
      if (x instanceof UsePrototype) {
        final String n = ((UsePrototype) x).getPrototypeName();
        if (PrototypesContainer.getPrototype(n) == null) {
          problem("missing-prototype", w, n);
        }
      }
      if (x instanceof PlaceMarker) {
        max = Math.max(max, markerGpid(x));
      }
      if (x instanceof EditablePiece && x instanceof Decorator) {
        checkTypeSurvives((Decorator) x, w);
      }
    }
    return max;
  }

  static GamePiece inner(GamePiece p) {
    return p instanceof Decorator ? ((Decorator) p).getInner() : null;
  }

  private static int markerGpid(GamePiece marker) {
    try {
      return Integer.parseInt(String.valueOf(field(marker, "gpId")));
    }
    catch (ReflectiveOperationException | NumberFormatException e) {
      return -1; // no gpid here
    }
  }

  /** Does what the engine understood of a trait go back to the same text? */
  private static void checkTypeSurvives(Decorator d, String where) {
    final String type = d.myGetType();
    final String again;
    try {
      final Decorator copy = (Decorator) d.getClass().getConstructor().newInstance();
      ((EditablePiece) copy).mySetType(type);
      again = copy.myGetType();
    }
    catch (Exception e) {
      return; // some traits need an inner piece first: not an error of the module
    }
    if (!Objects.equals(type, again)) {
      problem("trait", where, "type does not survive: " + type + " -> " + again);
    }
  }
}
