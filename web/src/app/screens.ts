import type { ScreenDeclaration } from '../lib/screen-declaration.ts';

/** Every screen of the staff app. /online and /signatureSystem are pages outside it. */
export const screens: readonly ScreenDeclaration[] = Object.values(
  import.meta.glob<readonly ScreenDeclaration[]>('../{app,features}/**/*.screen.ts', { eager: true, import: 'screens' }),
).flat();
