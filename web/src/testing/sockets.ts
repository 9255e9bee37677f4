import { vi } from 'vitest';

/** A WebSocket of the page under test; the test is its server. */
export class StubSocket extends EventTarget {
  /** What the page has sent. */
  readonly sent: string[] = [];

  send(text: string): void {
    this.sent.push(text);
  }

  close(): void {
    this.dispatchEvent(new Event('close'));
  }

  say(message: object): void {
    this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(message) }));
  }
}

/** Replaces the browser's WebSockets; returns those that the page opens, in order. */
export function stubSockets(): StubSocket[] {
  const opened: StubSocket[] = [];
  class Opened extends StubSocket {
    constructor() {
      super();
      opened.push(this);
    }
  }
  vi.stubGlobal('WebSocket', Opened);
  return opened;
}
