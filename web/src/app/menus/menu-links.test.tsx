import { describe, expect, it } from 'vitest';
import { Role } from '@washdesk/rules/company/roles';
import { allows } from '../guard/allows.ts';
import { screens } from '../screens.ts';
import { menuLinks } from './menu-links.ts';

const menus = ['bar', 'office', 'admin'] as const;
const screenAt = (path: string) => screens.find((screen) => screen.path === path);

describe.each(menus)('the %s menu', (menu) => {
  const declared = screens.flatMap(({ path, link }) => (link?.menu === menu ? [{ path, order: link.order }] : []));
  const everyRole = Object.values(Role).reduce((all, role) => all | role, 0);

  it('links to every screen declared for it, in the declared order', () => {
    const inOrder = declared.toSorted((one, other) => one.order - other.order).map(({ path }) => path);
    expect(inOrder.length).toBeGreaterThan(0);
    expect(menuLinks(menu, everyRole).map(({ to }) => to)).toEqual(inOrder);
  });

  it('gives no order number twice', () => {
    expect(new Set(declared.map(({ order }) => order)).size).toBe(declared.length);
  });

  it.each(Object.entries(Role))('shows the role %s no link to a screen that it may not open', (_name, role) => {
    const refused = menuLinks(menu, role).filter(({ to }) => !allows(screenAt(to)!.access, role));
    expect(refused).toEqual([]);
  });
});
