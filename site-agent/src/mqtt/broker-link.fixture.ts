import { NotConnected, type BrokerLink, type Publishing } from './connection.ts';

export interface Published {
  topic: string;
  message: unknown;
  publishing: Publishing;
}

/** A connection without a broker, up or down as the test needs. */
export class TestBrokerLink implements BrokerLink {
  connected = false;
  published: Published[] = [];
  readonly #listeners: (() => void)[] = [];

  onConnected(listener: () => void): void {
    this.#listeners.push(listener);
  }

  publish(topic: string, message: unknown, publishing: Publishing): Promise<void> {
    if (!this.connected) return Promise.reject(new NotConnected('Not connected'));
    this.published.push({ topic, message, publishing });
    return Promise.resolve();
  }

  connect(): void {
    this.connected = true;
    for (const listener of this.#listeners) listener();
  }

  lose(): void {
    this.connected = false;
  }

  /** Returns the messages published since the last call. */
  take(): Published[] {
    return this.published.splice(0);
  }
}
