import type { Page } from '@playwright/test';

/** Somebody at the keyboard whose keystrokes are counted, save those of what is the customer's own. */
export class KeystrokeCounter {
  readonly #page: Page;
  keystrokes = 0;

  constructor(page: Page) {
    this.#page = page;
  }

  /** Plate, tag, name, address: whoever types them types them in any program. */
  async personal(text: string): Promise<void> {
    await this.#page.keyboard.type(text);
  }

  /** A chord counts each of its keys: 'Alt+1' is two. */
  async press(...keys: string[]): Promise<void> {
    for (const key of keys) {
      this.keystrokes += key.split('+').length;
      await this.#page.keyboard.press(key);
    }
  }
}
