import { describe, expect, it } from 'vitest';
import { Role } from '@washdesk/rules/company/roles';
import { allows } from '../guard/allows.ts';
import { screens } from '../screens.ts';
import { barScreens } from '../shell/bar-screens.ts';
import { toolsFor } from './tools-for.ts';
import { adminTools, officeTools, seenBy } from './tools.ts';

const everyRole = Object.values(Role).reduce((all, role) => all | role, 0);
const screenAt = (path: string) => screens.find((screen) => screen.path === path);

describe.each([
  ['office', officeTools],
  ['admin', adminTools],
] as const)('the %s tools', (menu, table) => {
  const listed = Object.values(table).flatMap((tools) => Object.keys(tools));

  it('are each a screen, in the order of the table', () => {
    expect(toolsFor(menu, everyRole).map(({ to }) => to)).toEqual(listed);
    expect(new Set(listed).size).toBe(listed.length);
  });

  it.each(Object.entries(Role))('show the role %s no screen that it may not open', (_name, role) => {
    expect(toolsFor(menu, role).filter(({ to }) => !allows(screenAt(to)!.access, role))).toEqual([]);
  });

  it('have at most eight in a group, so that a group is seen at once', () => {
    expect(Object.entries(table).filter(([, tools]) => Object.keys(tools).length > 8)).toEqual([]);
  });
});

it('every admin screen with an address of its own is a tool', () => {
  const tools = new Set(toolsFor('admin', everyRole).map(({ to }) => to));
  const missing = screens.filter(({ path }) => path.startsWith('/admin/') && path !== '/admin/' && !path.includes(':') && !tools.has(path));
  expect(missing.map(({ path }) => path)).toEqual([]);
});

it('who sees a tool may open it', () => {
  for (const [path, access] of Object.entries(seenBy)) {
    const refused = Object.values(Role).filter((role) => allows(access, role) && !allows(screenAt(path)!.access, role));
    expect(refused, path).toEqual([]);
  }
});

it('the top bar links to each declared screen in order, and gives no order number twice', () => {
  const declared = screens.flatMap(({ path, link }) => (link ? [{ path, order: link.order }] : []));
  expect(barScreens(everyRole).map(({ to }) => to)).toEqual(
    declared.toSorted((one, other) => one.order - other.order).map(({ path }) => path),
  );
  expect(new Set(declared.map(({ order }) => order)).size).toBe(declared.length);
});

it.each(Object.entries(Role))('the top bar shows the role %s no screen that it may not open', (_name, role) => {
  expect(barScreens(role).filter(({ to }) => !allows(screenAt(to)!.access, role))).toEqual([]);
});
