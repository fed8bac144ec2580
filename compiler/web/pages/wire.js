/** The socket: messages in and out, and back again after a break, from where the page had come to. */

export class Wire {
  constructor(state) {
    Object.assign(this, { state, tries: 0, open: false, early: [], hear: (message) => this.early.push(message) });
    this.connect();
  }

  /** From now on messages are heard; those that came before are heard first. */
  listen(hear) {
    this.hear = hear;
    for (const message of this.early.splice(0)) hear(message);
  }

  connect() {
    const socket = new WebSocket(new URL("wire", location.href).href.replace(/^http/, "ws"));
    this.socket = socket;
    socket.onopen = () => { socket.send(JSON.stringify({ t: "join", ...this.state() })); };
    socket.onmessage = (e) => {
      if (!this.open) { this.open = true; this.tries = 0; this.hear({ t: "line", open: true }); }
      this.hear(JSON.parse(e.data));
    };
    socket.onclose = () => {
      this.open = false;
      this.hear({ t: "line", open: false });
      if (this.tries) this.knock();
      setTimeout(() => this.connect(), Math.min(5000, 250 * 2 ** this.tries++));
    };
  }

  /** A server that is there and does not let us in has another link for this place by now. */
  knock() { fetch(location.href, { cache: "no-store" }).then((answer) => { if (!this.open && answer.status === 403) this.hear({ t: "line", open: false, stranger: true }); }, () => {}); }

  /** Send, or say that there is no line: nothing is kept back to surprise anybody later. */
  send(message) {
    if (!this.open || this.socket.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(message));
    return true;
  }
}
