import type { Destination } from './destinations.ts';

const most = 5;
let owner = '';
let visited: readonly Destination[] = [];

/** The destinations that this user opened last. Kept in memory only, because they name customers. */
export const recentOf = (user: string): readonly Destination[] => (user === owner ? visited : []);

export function remember(user: string, chosen: Destination): void {
  visited = [chosen, ...recentOf(user).filter(({ to, label }) => to !== chosen.to || label !== chosen.label)].slice(0, most);
  owner = user;
}
