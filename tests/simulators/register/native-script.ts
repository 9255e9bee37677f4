import { readFileSync } from 'node:fs';
import path from 'node:path';

/** The version of the embedded browser. */
export const embeddedVersion = '3.1.0';

/**
 * Returns the script that the embedded browser runs in every page before the page's own scripts.
 * @param terminal its name in Sitewatch; null: unknown to it
 */
export function nativeScript(terminal: string | null): string {
  const about = JSON.stringify({ version: embeddedVersion, terminal });
  return `window.washdeskRegisterIs = ${about};\n${readFileSync(path.join(import.meta.dirname, 'native-register.js'), 'utf8')}`;
}
