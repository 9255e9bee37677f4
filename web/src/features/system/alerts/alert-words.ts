import type { AlertChannel, AlertList } from '@washdesk/rules/company/alerts';

export const channelWords: Record<AlertChannel, string> = { email: 'Email', sms: 'Text message', webhook: 'Webhook' };

export const listWords: Record<AlertList, string> = { first: 'Every alert', second: 'Alerts not seen in time' };

export const addressWords: Record<AlertChannel, { label: string; example: string }> = {
  email: { label: 'Email address', example: 'it@example.com' },
  sms: { label: 'Phone number', example: '(815) 555-0100' },
  webhook: { label: 'Web address', example: 'https://example.com/hook' },
};
