import type { BarEntry } from '../../lib/screen-description.ts';
import { allows } from '../guard/allows.ts';
import { screens } from '../screens.ts';

/** Returns the top bar's links to the screens that these roles may open, in order. */
export function barScreens(roles: number): (BarEntry & { to: string })[] {
  return screens
    .flatMap(({ path, access, link }) => (link && allows(link.access ?? access, roles) ? [{ ...link, to: path }] : []))
    .toSorted((one, other) => one.order - other.order);
}
