import type { Tool } from '../../components/navigation/tool-menu.tsx';
import { allows } from '../guard/allows.ts';
import { screens } from '../screens.ts';
import { adminTools, officeTools, seenBy } from './tools.ts';

const tables = { office: officeTools, admin: adminTools };

/** Returns a menu's tools for these roles, in order. */
export function toolsFor(menu: keyof typeof tables, roles: number): Tool[] {
  return Object.entries(tables[menu]).flatMap(([group, tools]) =>
    Object.entries(tools).flatMap(([to, description]) => {
      const screen = screens.find(({ path }) => path === to);
      return screen && allows(seenBy[to] ?? screen.access, roles) ? [{ label: screen.title, description, group, to }] : [];
    }),
  );
}
