import { paths } from '../../../lib/paths.ts';
import type { ScreenDeclaration } from '../../../lib/screen-declaration.ts';

export const screens: readonly ScreenDeclaration[] = [
  {
    path: paths.lanes,
    title: 'Lane board',
    // as in the contract, which the first load does not contain
    access: { kind: 'device', kinds: ['lane_board'] },
    link: { label: 'Lane Board', order: 30, hotkey: 'Alt+KeyB' },
    phoneCards: true,
    load: async () => (await import('./board-screen.tsx')).LaneBoardScreen,
  },
];
