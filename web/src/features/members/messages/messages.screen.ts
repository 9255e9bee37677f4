import { atLeastRole } from '@washdesk/contracts/endpoint';
import type { ScreenDeclaration } from '../../../lib/screen-declaration.ts';

export const screens: readonly ScreenDeclaration[] = [
  {
    path: '/admin/message',
    title: 'System message',
    access: atLeastRole('Admin'),
    link: { menu: 'admin', label: 'System message', description: 'Put a notice in place of the app, and lift it', order: 70 },
    load: async () => (await import('./message-screen.tsx')).MessageScreen,
  },
];
