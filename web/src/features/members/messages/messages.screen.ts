import { atLeastRole } from '@washdesk/contracts/endpoint';
import type { ScreenDeclaration } from '../../../lib/screen-declaration.ts';

export const screens: readonly ScreenDeclaration[] = [
  {
    path: '/admin/message',
    title: 'System message',
    access: atLeastRole('Admin'),
    link: {
      menu: 'admin',
      group: 'Company',
      label: 'System message',
      description: 'Show or remove a notice that replaces the app',
      order: 70,
    },
    load: async () => (await import('./message-screen.tsx')).MessageScreen,
  },
];
