import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { callsByEffect, type Effect } from '@washdesk/contracts/effects';

const source = join(import.meta.dirname, '..');

/**
 * The doors through which an effect leaves the cloud: a call of a port, or a job or document that another system receives. Each file that
 * uses one is listed with the contracts it serves; "automatic" is a job or event that follows from one of them.
 */
const doors: readonly { effect: Effect; door: RegExp; files: Readonly<Record<string, readonly string[]>> }[] = [
  {
    effect: 'moneyBack',
    door: /payments\.refund\(/,
    files: { 'features/billing/refunds/refund-one-charge.ts': ['refundCharge', 'openRefund', 'settleCredit'] },
  },
  {
    effect: 'moneyBack',
    door: /payments\.changeBalance\(/,
    files: { 'features/billing/refunds/credit.service.ts': ['settleCredit'] },
  },
  {
    effect: 'moneyTaken',
    door: /payments\.(createPaymentIntent|capturePaymentIntent)\(/,
    files: {
      'features/billing/disputes/collect.service.ts': ['collectDispute'],
      'features/billing/payment-intents/begin-charge.service.ts': ['createPaymentIntent'],
      'features/billing/payment-intents/capture.service.ts': ['capturePaymentIntent'],
    },
  },
  {
    effect: 'moneyTaken',
    door: /payments\.payInvoice\(/,
    files: {
      'features/billing/invoices/invoices.service.ts': ['payInvoice', 'payMemberInvoice'],
      'features/billing/subscriptions/start/start-plan.ts': ['createSubscription', 'reinstateSubscription', 'restartMemberPlan'],
    },
  },
  {
    effect: 'access',
    door: /payments\.(startSubscription|startCheckout)\(/,
    files: {
      'features/billing/online/checkout/start-checkout.service.ts': ['startCheckout'],
      'features/billing/subscriptions/start/start-plan.ts': ['createSubscription', 'reinstateSubscription', 'restartMemberPlan'],
    },
  },
  {
    effect: 'access',
    door: /'sitewatch\.(switch-code|replace-code|activate-plan)'/,
    files: {
      'features/sites/sitewatch-members/codes.service.ts': ['enableCode', 'replaceCode'],
      'features/sites/sitewatch-members/members.service.ts': ['activateSitewatchPlan'],
      'features/sites/sitewatch-members/sitewatch-command-handlers.ts': [],
      'jobs/job.ts': [],
    },
  },
  {
    effect: 'access',
    door: /'gate\.open', payload|'sitewatch\.deduct-gift-card'/,
    files: { 'features/lane/gates/gates.service.ts': ['openGate'], 'features/sites/sitewatch/gift-cards.service.ts': ['deductGiftCard'] },
  },
  {
    effect: 'access',
    door: /\bgates\.open\(|'reader\.simulate'/,
    files: {
      'features/lane/gates/create-gates.ts': ['openGate'],
      'features/system/console/commands/lane-commands.ts': ['consoleTicket'],
    },
  },
  { effect: 'access', door: /coupons\.order\(/, files: { 'features/sites/wash-coupons/wash-coupons.service.ts': ['requestCoupon'] } },
  {
    effect: 'access',
    door: /loyalty\.(setGroups|writeCard)\(/,
    files: {
      'features/members/loyalty/cards.service.ts': ['updateLoyaltyGroups', 'setCardGroup', 'setCardField', 'editLoyaltyCard'],
    },
  },
  {
    effect: 'price',
    door: /payments\.(changeSubscription|createPrice|releaseSchedule|updateProduct)\(/,
    files: {
      'features/billing/catalogue/product-edit.service.ts': ['editProduct'],
      'features/billing/invoices/paid-plan.ts': [],
      'features/billing/payment-methods/attach.service.ts': [],
      'features/billing/receipts/acknowledge-increase.ts': [],
      'features/billing/subscriptions/change/commit-change.ts': ['changePrice', 'downgradeSubscription'],
      'features/billing/subscriptions/change/free-month.service.ts': ['takeFreeMonth'],
      'features/billing/subscriptions/change/held-schedule.ts': ['changePrice', 'changeTax', 'scheduleIncrease'],
      'features/billing/subscriptions/change/release.service.ts': ['releaseSchedule', 'changeIncrease'],
      'features/billing/subscriptions/change/subscription-edits.service.ts': ['changeTax'],
      'features/billing/subscriptions/end/ending.service.ts': ['discontinueSubscription', 'terminateSubscription'],
      'features/billing/subscriptions/start/reinstate.service.ts': ['reinstateSubscription', 'restartMemberPlan'],
      'features/billing/subscriptions/start/start-plan.ts': ['createSubscription', 'reinstateSubscription', 'restartMemberPlan'],
    },
  },
  {
    effect: 'price',
    door: /payments\.markUncollectible\(|\bvoidInvoice\(/,
    files: {
      'features/billing/invoices/invoices.service.ts': ['markUncollectable'],
      'features/billing/subscriptions/end/ended-invoices.ts': ['terminateSubscription', 'discontinueSubscription'],
      'features/billing/subscriptions/start/start-again.ts': ['reinstateSubscription'],
      'features/billing/subscriptions/start/start-plan.ts': ['createSubscription', 'reinstateSubscription', 'restartMemberPlan'],
      'operations/void-invoice.ts': [],
      'ports/payments.ts': [],
    },
  },
  {
    effect: 'message',
    door: /\b(queueMessage|enqueueWelcome)\(/,
    files: {
      'documents/begun-plan.ts': ['createSubscription', 'payInvoice'],
      'documents/message.ts': [],
      'features/billing/price-increases/notices/notice-work.ts': ['changeIncrease'],
      'features/company/weekly-report/weekly-report.service.ts': [],
      'features/members/messages/create-messages.ts': [],
      'features/members/messages/enqueue-welcome.ts': [],
      'features/members/messages/requested-messages.ts': ['textReceipt', 'emailReceipt', 'textPaymentLink'],
      'features/members/messages/welcome.service.ts': ['sendWelcome'],
      'features/members/privacy/erasure-requests.service.ts': ['declineErasure'],
      'features/members/self-service/failed-renewals.ts': [],
      'features/members/self-service/member-cancellation.service.ts': ['cancelMemberPlan'],
      'features/members/self-service/member-notices.ts': [
        'moveMemberPlate',
        'finishMemberCard',
        'changeMemberPlan',
        'restartMemberPlan',
        'takeFreeMonth',
        'requestMemberErasure',
      ],
      'features/members/self-service/sign-in-link.job.ts': ['requestMemberLink', 'requestMemberCode'],
    },
  },
];

const files = globSync('**/*.ts', { cwd: source }).filter((file) => !/\.test\.ts$|\.fixture\.ts$|^(?:adapters|testing)\//.test(file));
const texts = new Map(files.map((file) => [file, readFileSync(join(source, file), 'utf8')]));

describe('the doors of the effects', () => {
  it.each(doors)('$effect through $door', ({ effect, door, files: listed }) => {
    const users = [...texts].filter(([, text]) => door.test(text)).map(([file]) => file);
    expect(users.toSorted()).toEqual(Object.keys(listed).toSorted());
    const contracts = Object.values(listed).flat();
    expect(contracts.filter((id) => !callsByEffect[effect].includes(id))).toEqual([]);
  });
});
