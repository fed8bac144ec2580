package probe;

import java.awt.Component;
import java.awt.Container;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import javax.swing.AbstractButton;
import javax.swing.JButton;
import javax.swing.JComboBox;
import javax.swing.JDialog;
import javax.swing.JList;
import javax.swing.UIManager;
import javax.swing.text.JTextComponent;

/** Answers the questions that a module asks while it is driven: the words given beforehand, else whatever is offered. */
final class Answers {

  /** More questions for one thing done is a module that never stops asking. */
  private static final int MOST = 12;

  private final Deque<String> given = new ArrayDeque<>();
  private final List<Object> asked = new ArrayList<>();

  /** The answers for what is done next; "cancel" closes a question unanswered. */
  synchronized void give(String words) {
    given.clear();
    asked.clear();
    for (final String word : words.isEmpty() ? new String[0] : words.split("\\|")) {
      given.add(word);
    }
  }

  /** What was asked since, and how it was answered. */
  synchronized List<Object> asked() {
    return new ArrayList<>(asked);
  }

  /** Answer one dialog, on the thread of the user interface. */
  synchronized void answer(JDialog d, String text) {
    final String word = asked.size() >= MOST ? "cancel" : given.isEmpty() ? "" : given.poll();
    final Map<String, Object> m = new LinkedHashMap<>();
    m.put("title", d.getTitle());
    m.put("text", text);
    m.put("choices", choices(d));
    m.put("answer", word.isEmpty() ? "ok" : word);
    asked.add(m);
    if ("cancel".equals(word)) {
      press(d, "OptionPane.cancelButtonText", "Cancel", "No");
    }
    else {
      fill(d, word);
      if (!press(d, "OptionPane.okButtonText", "OK", "Ok")) {
        press(d, "OptionPane.yesButtonText", "Yes", "Done");
      }
    }
    if (d.isShowing()) {
      d.dispose(); // it has no such button, or does not take the answer
    }
  }

  private static List<Object> choices(Container c) {
    final List<Object> found = new ArrayList<>();
    for (final Component k : c.getComponents()) {
      if (k instanceof JComboBox) {
        for (int i = 0; i < ((JComboBox<?>) k).getItemCount(); ++i) {
          found.add(String.valueOf(((JComboBox<?>) k).getItemAt(i)));
        }
      }
      else if (k instanceof JList) {
        for (int i = 0; i < ((JList<?>) k).getModel().getSize(); ++i) {
          found.add(String.valueOf(((JList<?>) k).getModel().getElementAt(i)));
        }
      }
      else if (k instanceof Container) {
        found.addAll(choices((Container) k));
      }
    }
    return found;
  }

  /** Put the word into the first field, if there is one; an empty field gets a number, an untouched list its first line. */
  private static boolean fill(Container c, String word) {
    for (final Component k : c.getComponents()) {
      if (k instanceof JComboBox) {
        if (!word.isEmpty()) {
          ((JComboBox<?>) k).setSelectedItem(word);
        }
        return true;
      }
      if (k instanceof JList) {
        final JList<?> l = (JList<?>) k;
        if (!word.isEmpty()) {
          l.setSelectedValue(word, true);
        }
        else if (l.isSelectionEmpty()) {
          l.setSelectedIndex(0);
        }
        return true;
      }
      if (k instanceof JTextComponent && ((JTextComponent) k).isEditable()) {
        final JTextComponent t = (JTextComponent) k;
        if (!word.isEmpty() || t.getText().isBlank()) {
          t.setText(word.isEmpty() ? "1" : word);
        }
        return true;
      }
      if (k instanceof Container && fill((Container) k, word)) {
        return true;
      }
    }
    return false;
  }

  private static boolean press(Container c, String key, String... texts) {
    for (final Component k : c.getComponents()) {
      if (k instanceof JButton) {
        final String text = ((AbstractButton) k).getText();
        if (text != null && (text.equals(UIManager.getString(key)) || List.of(texts).contains(text))) {
          ((AbstractButton) k).doClick(0);
          return true;
        }
      }
      if (k instanceof Container && press((Container) k, key, texts)) {
        return true;
      }
    }
    return false;
  }
}
