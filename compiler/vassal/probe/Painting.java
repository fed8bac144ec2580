package probe;

import static probe.Engine.edt;
import static probe.Engine.settle;
import static probe.Inspection.inner;
import static probe.Inspection.slotPath;
import static probe.Report.fact;
import static probe.Report.problem;
import static probe.Report.trace;

import VASSAL.build.GameModule;
import VASSAL.build.module.Map;
import VASSAL.build.widget.PieceSlot;
import VASSAL.counters.GamePiece;
import VASSAL.counters.PieceCloner;
import VASSAL.counters.Properties;
import VASSAL.search.SearchTarget;
import VASSAL.tools.swing.SwingUtils;

import java.awt.Color;
import java.awt.Dimension;
import java.awt.Graphics2D;
import java.awt.Point;
import java.awt.Rectangle;
import java.awt.RenderingHints;
import java.awt.Robot;
import java.awt.Toolkit;
import java.awt.Window;
import java.awt.image.BufferedImage;
import java.io.File;
import java.util.ArrayList;
import java.util.List;

import javax.imageio.ImageIO;

/** Drawing: each map off screen, pictures of the windows, and every piece of the palettes once. */
final class Painting {

  /** Pixels of a picture; a larger map is cut off, for memory's sake. */
  private static final int LARGEST = 6000;

  private Painting() {
  }

  /** Draw every map, and take the pictures that the options ask for. */
  static void paint(GameModule g, Options o) throws Exception {
    final List<BufferedImage> maps = edt(Painting::maps);
    if (o.mapImage != null) {
      int i = 0;
      for (final BufferedImage map : maps) {
        ++i;
        final String numbered = o.mapImage.getPath().replaceFirst("(\\.png)?$", "-" + i + ".png");
        ImageIO.write(map, "png", i == 1 ? o.mapImage : new File(numbered));
      }
    }
    if (o.screen != null) {
      wait(1200);
      final Rectangle all = new Rectangle(Toolkit.getDefaultToolkit().getScreenSize());
      ImageIO.write(new Robot().createScreenCapture(all), "png", o.screen);
    }
    if (o.screenshot != null) {
      shoot(g, o.screenshot);
    }
  }

  /** A picture of the main window. */
  static void shoot(GameModule g, File png) throws Exception {
    wait(600);
    edt(() -> {
      final Window w = g.getPlayerWindow();
      final BufferedImage im = canvas(w.getWidth(), w.getHeight());
      final Graphics2D gr = im.createGraphics();
      w.printAll(gr);
      gr.dispose();
      return ImageIO.write(im, "png", png);
    });
  }

  /** Images that the engine loads in the background need a moment to appear. */
  private static void wait(int milliseconds) throws Exception {
    settle();
    Thread.sleep(milliseconds);
    settle();
  }

  private static BufferedImage canvas(int width, int height) {
    return new BufferedImage(Math.max(1, width), Math.max(1, height), BufferedImage.TYPE_INT_RGB);
  }

  /** Each map off screen, without an observer: images are then loaded at once, and a broken one is reported. */
  private static List<BufferedImage> maps() {
    final List<BufferedImage> images = new ArrayList<>();
    for (final Map m : Map.getMapList()) {
      final Dimension d = m.mapSize();
      if (d.width <= 0 || d.height <= 0) {
        continue;
      }
      final BufferedImage im = canvas(Math.min(d.width, LARGEST), Math.min(d.height, LARGEST));
      final Graphics2D gr = im.createGraphics();
      gr.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
      gr.addRenderingHints(SwingUtils.FONT_HINTS);
      gr.setColor(Color.WHITE);
      gr.fillRect(0, 0, im.getWidth(), im.getHeight());
      try {
        m.drawBoards(gr, 0, 0, 1.0, null);
        m.drawPiecesInRegion(gr, new Rectangle(0, 0, im.getWidth(), im.getHeight()), m.getView());
        m.drawDrawable(gr, true);
      }
      catch (Throwable t) {
        problem("paint", m.getMapName(), trace(t, 20));
      }
      gr.dispose();
      images.add(im);
    }
    return images;
  }

  /** Put a copy of every piece of the palettes on a map, draw it, ask for its name and menu, and take it off. */
  static void exercise(GameModule g) {
    Map target = null;
    for (final Map m : Map.getMapList()) {
      if (m.mapSize().width > 0) {
        target = m;
        break;
      }
    }
    if (target == null) {
      return;
    }
    int n = 0;
    for (final PieceSlot s : g.getAllDescendantComponentsOf(PieceSlot.class)) {
      final String where = slotPath(s);
      Report.piece = where;
      try {
        final GamePiece p = PieceCloner.getInstance().clonePiece(s.getPiece());
        if (p != null) {
          exercise(g, p, target, where);
          ++n;
        }
      }
      catch (Throwable t) {
        problem("exercise", where, trace(t, 15));
      }
    }
    Report.piece = null;
    fact("exercised", n);
  }

  private static void exercise(GameModule g, GamePiece p, Map target, String where) {
    g.getGameState().addPiece(p);
    target.placeAt(p, new Point(target.mapSize().width / 2, target.mapSize().height / 2));
    p.getName();
    p.getLocalizedName();
    p.getProperty(Properties.KEY_COMMANDS);
    p.boundingBox();
    p.getShape();
    p.getState();
    final Graphics2D gr = canvas(400, 400).createGraphics();
    p.draw(gr, 200, 200, target.getView(), 1.0);
    gr.dispose();
    for (GamePiece x = p; x != null; x = inner(x)) {
      final List<String> names = x instanceof SearchTarget ? ((SearchTarget) x).getPropertyList() : null;
      for (final String name : names == null ? List.<String>of() : names) {
        if (name != null && !name.isEmpty()) {
          p.getProperty(name);
        }
      }
    }
    final String type = p.getType();
    final String copied = PieceCloner.getInstance().clonePiece(p).getType();
    if (!type.equals(copied)) {
      problem("piece", where, "type changes when copied:\n" + type + "\n" + copied);
    }
    target.removePiece(p);
    g.getGameState().removePiece(p);
  }
}
