import type { ComponentType } from 'react';
import type { ScreenDescription } from './screen-description.ts';

/**
 * One screen of the staff app. Routes, menus, the accessibility tests and the screen benchmark derive from it. Node loads declarations too,
 * so they import no JSX and no CSS, except through `load`.
 */
export interface ScreenDeclaration extends ScreenDescription {
  /** Loads the component from its own chunk. */
  load: () => Promise<ComponentType>;
}
