package probe;

import VASSAL.build.GameModule;
import VASSAL.build.module.Map;
import VASSAL.build.module.map.PieceMover;
import VASSAL.command.Command;
import VASSAL.counters.Deck;
import VASSAL.counters.DragBuffer;
import VASSAL.counters.GamePiece;
import VASSAL.counters.KeyBuffer;
import VASSAL.counters.KeyCommand;
import VASSAL.counters.Properties;

import java.awt.Point;
import java.awt.event.ActionEvent;
import java.util.ArrayList;
import java.util.List;

/** What a drive does with pieces and decks, by the same roads as mouse and menu. */
final class Hand {

  private Hand() {
  }

  private static KeyCommand[] commands(GamePiece p) {
    final Object all = p.getProperty(Properties.KEY_COMMANDS);
    return all instanceof KeyCommand[] ? (KeyCommand[]) all : new KeyCommand[0];
  }

  /** The commands that its menu offers now. */
  static List<String> offered(GamePiece p) {
    final List<String> texts = new ArrayList<>();
    for (final KeyCommand c : commands(p)) {
      if (c.isEnabled() && c.getName() != null && !c.getName().isBlank()) {
        texts.add(c.getName());
      }
    }
    return texts;
  }

  /** Give a command of its menu. */
  static void command(GameModule g, GamePiece p, String text) throws Missing {
    for (final KeyCommand c : commands(p)) {
      if (text.equals(c.getName()) && c.isEnabled()) {
        KeyBuffer.getBuffer().clear();
        if (p.getMap() != null) {
          KeyBuffer.getBuffer().setClickPoint(p.getPosition());
        }
        KeyBuffer.getBuffer().add(p);
        if (c.getKeyStroke() == null) {
          c.actionPerformed(new ActionEvent(p, ActionEvent.ACTION_PERFORMED, text));
        }
        else {
          g.sendAndLog(KeyBuffer.getBuffer().keyCommand(c.getKeyStroke()));
        }
        KeyBuffer.getBuffer().clear();
        return;
      }
    }
    throw new Missing("not offered");
  }

  /** The same road as a drag with the mouse. */
  static void drag(GameModule g, GamePiece p, String where) throws Missing {
    final int at = where.lastIndexOf('@');
    final Map map = Dump.map(where.substring(0, at));
    final String[] xy = where.substring(at + 1).split(",");
    if (map == null || map.getComponentsOf(PieceMover.class).isEmpty()) {
      throw new Missing("there is no window " + where);
    }
    KeyBuffer.getBuffer().clear();
    DragBuffer.getBuffer().clear();
    DragBuffer.getBuffer().add(p);
    final Point to = map.snapTo(new Point(Integer.parseInt(xy[0]), Integer.parseInt(xy[1])));
    final Command c = map.getComponentsOf(PieceMover.class).get(0).movePieces(map, to);
    DragBuffer.getBuffer().clear();
    g.sendAndLog(c);
  }

  /** Give a command of a deck's menu. */
  static void deckCommand(Deck d, String text) throws Missing {
    for (final KeyCommand c : commands(d)) {
      if (text.equals(c.getName()) && c.isEnabled()) {
        c.actionPerformed(new ActionEvent(d, ActionEvent.ACTION_PERFORMED, text));
        return;
      }
    }
    throw new Missing("not offered");
  }
}
