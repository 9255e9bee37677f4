import type { Page } from '@playwright/test';

/** A person at the keyboard whose keystrokes are counted, except those for the customer's own data. */
export class KeystrokeCounter {
  readonly #page: Page;
  keystrokes = 0;

  constructor(page: Page) {
    this.#page = page;
  }

  /** Types plate, tag, name or address, which must be typed in any program. */
  async personal(text: string): Promise<void> {
    await this.#page.keyboard.type(text);
  }

  /** Presses keys; a chord counts each of its keys: 'Alt+1' is two. */
  async press(...keys: string[]): Promise<void> {
    for (const key of keys) {
      this.keystrokes += key.split('+').length;
      await this.#page.keyboard.press(key);
    }
  }
}
