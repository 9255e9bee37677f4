import type { EditableSetting } from '@washdesk/contracts/company/setting';

/**
 * How a value is typed: `lines` is a list, `numbers` a list of 'name = number', `contacts` an address and a phone per site, `limits` and `gifts` the
 * amounts and counts per day, `hours` a daily period, `templates` the texts of notices, `terms` those of the online sign-up, `retention` days by kind.
 */
type Editor =
  | 'text'
  | 'number'
  | 'minutes'
  | 'lines'
  | 'numbers'
  | 'price'
  | 'yesNo'
  | 'logo'
  | 'contacts'
  | 'limits'
  | 'gifts'
  | 'hours'
  | 'templates'
  | 'terms'
  | 'retention';

export interface SettingField {
  label: string;
  /** What the setting controls, as shown to users. */
  explanation: string;
  editor: Editor;
  unit?: string;
}

export const settingGroups: readonly { title: string; fields: Readonly<Partial<Record<EditableSetting, SettingField>>> }[] = [
  {
    title: 'Registers and terminals',
    fields: {
      registerTerminals: {
        label: 'Terminals',
        explanation: 'Sitewatch terminals to choose from, one per line, in the order shown.',
        editor: 'lines',
      },
      tabletTerminals: {
        label: 'Tablet terminals',
        explanation: 'Terminals a signature tablet can be assigned to, one per line.',
        editor: 'lines',
      },
      defaultWashTerminal: {
        label: 'Default wash terminal',
        explanation: 'The terminal used for plate lookups when the browser has none.',
        editor: 'text',
      },
      readerPairingCode: {
        label: 'Card reader pairing code',
        explanation: 'The 5 digits that open the pairing menu on a reader. The manufacturer’s default is 07139.',
        editor: 'text',
      },
      employeeMarker: {
        label: 'Employee marker',
        explanation: 'Prefix of the number on an employee badge. It tells badges from plates when scanned.',
        editor: 'text',
      },
    },
  },
  {
    title: 'Plans and sign-ups',
    fields: {
      onlinePlan: {
        label: 'Online sign-up plan',
        explanation: 'The plan preselected in the online sign-up.',
        editor: 'price',
      },
      onlinePagesAtOnce: {
        label: 'Online sign-ups at once',
        explanation:
          'How many payment pages can be opened within 15 seconds before visitors wait. A higher limit helps a promotion, but also card testing.',
        editor: 'number',
        unit: 'pages',
      },
      saveOffers: {
        label: 'Offers before canceling',
        explanation:
          'What members are offered at /member after they choose a reason to cancel, one per line: “expensive: English text | Spanish text”. A third part makes it an offer to accept: “| free month” or “| plan: Super Kiss” (a cheaper product). Reasons: expensive, unused, moved, sold_car, quality, other. Empty: no offers.',
        editor: 'lines',
      },
      onlineTerms: {
        label: 'Online terms',
        explanation: 'What customers agree to in the online sign-up, in English and Spanish. Each sign-up records the version.',
        editor: 'terms',
      },
      productClasses: {
        label: 'Product classes',
        explanation: 'The classes that products and price guarantees may name, one per line.',
        editor: 'lines',
      },
      planDurations: {
        label: 'Price guarantee by product class',
        explanation:
          'Months a price is guaranteed, one product class per line: Super Kiss = 6. Online, the product’s own planduration comes first.',
        editor: 'numbers',
      },
      defaultPlanDuration: {
        label: 'Default price guarantee',
        explanation: 'Months a price is guaranteed for product classes not listed above.',
        editor: 'number',
        unit: 'months',
      },
      defaultOnlinePlanDuration: {
        label: 'Default price guarantee online',
        explanation: 'The same for plans sold online, unless the product has its own planduration.',
        editor: 'number',
        unit: 'months',
      },
      carColors: {
        label: 'Vehicle colors',
        explanation: 'Used when a site’s Sitewatch has no colors, one per line. The first is the default.',
        editor: 'lines',
      },
      placeholderEmailDomain: {
        label: 'Domain for customers without an email',
        explanation: 'Placeholder domain sent to Sitewatch for customers without an email. No mail is sent to it.',
        editor: 'text',
      },
    },
  },
  {
    title: 'Lanes',
    fields: {
      redeemWindowMs: {
        label: 'Time between two washes',
        explanation: 'Minimum time between two redeems. A second one shows ‘Customer Already Redeemed’.',
        editor: 'minutes',
        unit: 'minutes',
      },
      goodDaysAfterPeriodEnd: {
        label: 'Grace period',
        explanation: 'Days after the paid month during which lanes still admit a member whose renewal isn’t confirmed.',
        editor: 'number',
        unit: 'days',
      },
      dailyWashLimits: {
        label: 'Washes per day',
        explanation:
          'A member who washes more often in one day is flagged as possible abuse, one plan per line: Super Kiss = 2. “*” is for all other plans. Lanes still admit the member.',
        editor: 'numbers',
        unit: 'washes',
      },
      siteMapping: {
        label: 'Site number aliases',
        explanation: 'A Sitewatch number and its current site, one per line: 900 = 91.',
        editor: 'numbers',
      },
    },
  },
  {
    title: 'Payments',
    fields: {
      pinMinutes: {
        label: 'PIN counts for',
        explanation: 'After this time at a register, refunds, saved cards and gifts ask for the PIN again.',
        editor: 'number',
        unit: 'minutes',
      },
      dailyLimits: {
        label: 'Daily limits per employee',
        explanation: 'Payments above the limit need a manager’s approval.',
        editor: 'limits',
      },
      giftLimits: {
        label: 'Limits of gifts',
        explanation: 'Free months, promotions, coupons and texts above the limit need a manager’s approval.',
        editor: 'gifts',
      },
    },
  },
  {
    title: 'Privacy',
    fields: {
      shutOutLeavers: {
        label: 'Shut out staff who left Sitewatch',
        explanation: 'Staff who are no longer in any Sitewatch can’t sign in. Otherwise Admins are only told.',
        editor: 'yesNo',
      },
      customersAtOnce: {
        label: 'Customers looked up at once',
        explanation:
          'A cashier who looks up more within minutes is slowed down, and then asked for the PIN. Members who washed at the site today don’t count.',
        editor: 'number',
        unit: 'customers',
      },
      customersPerShift: {
        label: 'Customers looked up per shift',
        explanation: 'The same for 12 hours. Admins are told at one and a half times either limit.',
        editor: 'number',
        unit: 'customers',
      },
      retention: {
        label: 'How long data is kept',
        explanation: 'Days after which data is removed. Leave empty to keep it until the customer is erased.',
        editor: 'retention',
      },
    },
  },
  {
    title: 'Price increase notices',
    fields: {
      noticeHours: {
        label: 'Sending hours',
        explanation: 'Texts and emails about price increases are sent within these hours, in the site’s local time.',
        editor: 'hours',
      },
      noticeTemplates: {
        label: 'Notice wording',
        explanation: 'What members receive about a price increase, or its withdrawal. Price increases show a preview with a real member.',
        editor: 'templates',
      },
    },
  },
  {
    title: 'Weekly report',
    fields: {
      weeklyReportRecipients: {
        label: 'Recipients',
        explanation:
          'Email addresses that get last week’s revenue, members and open work on Monday at 6 AM, one per line. A new address gets last week’s report at once. Empty: no report is sent.',
        editor: 'lines',
      },
    },
  },
  {
    title: 'Receipts and coupons',
    fields: {
      receiptLogo: {
        label: 'Logo',
        explanation: 'Printed at the top of each receipt: a black and white PNG, up to 500 dots wide and 15 kB.',
        editor: 'logo',
      },
      siteContacts: {
        label: 'Addresses and phone numbers',
        explanation: 'Shown on receipts for each site. An address can have several lines.',
        editor: 'contacts',
      },
      couponSku: { label: 'Wash coupon SKU', explanation: 'Sent with each coupon request.', editor: 'text' },
      couponEmail: { label: 'Wash coupon email', explanation: 'Sent with each coupon request.', editor: 'text' },
    },
  },
  {
    title: 'System',
    fields: {
      clientVersion: {
        label: 'Client version',
        explanation: 'Shown in the footer of each screen, next to the API version.',
        editor: 'text',
      },
      cacheClearEmployeeId: {
        label: 'Who may clear the cache',
        explanation: 'The number of the employee who can clear the entire cache.',
        editor: 'number',
      },
    },
  },
];
