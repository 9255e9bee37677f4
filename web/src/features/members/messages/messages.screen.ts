import { atLeastRole } from '@washdesk/contracts/endpoint';
import type { ScreenDeclaration } from '../../../lib/screen-declaration.ts';

export const screens: readonly ScreenDeclaration[] = [
  {
    path: '/admin/message',
    title: 'System message',
    access: atLeastRole('Admin'),
    load: async () => (await import('./message-screen.tsx')).MessageScreen,
  },
];
