import type { ScreenLink } from '../../lib/screen-description.ts';
import { allows } from '../guard/allows.ts';
import { screens } from '../screens.ts';

type LinkIn<Menu> = Extract<ScreenLink, { menu: Menu }>;

const isIn = <Menu extends ScreenLink['menu']>(link: ScreenLink | undefined, menu: Menu): link is LinkIn<Menu> => link?.menu === menu;

/** Returns a menu's links to the screens that these roles may open, in order. */
export function menuLinks<Menu extends ScreenLink['menu']>(menu: Menu, roles: number): (LinkIn<Menu> & { to: string })[] {
  return screens
    .flatMap(({ path, access, link }) => (isIn(link, menu) && allows(link.access ?? access, roles) ? [{ ...link, to: path }] : []))
    .toSorted((one, other) => one.order - other.order);
}
