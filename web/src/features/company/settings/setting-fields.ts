import type { EditableSetting } from '@washdesk/contracts/company/setting';

/**
 * How a value is typed: `lines` is a list, `numbers` a list of 'name = number', `contacts` an address and a phone a site, `limits` the sums
 * and counts of a day, `hours` a part of every day, `templates` the words of notices.
 */
type Editor = 'text' | 'number' | 'minutes' | 'lines' | 'numbers' | 'price' | 'logo' | 'contacts' | 'limits' | 'hours' | 'templates';

export interface SettingField {
  label: string;
  /** What the setting decides, in words for whoever changes it. */
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
        explanation: 'The Sitewatch terminals to choose from, one a line, in the order in which they are offered.',
        editor: 'lines',
      },
      tabletTerminals: {
        label: 'Terminals of tablets',
        explanation: 'The terminals that a signature tablet can belong to, one a line.',
        editor: 'lines',
      },
      defaultWashTerminal: {
        label: 'Wash terminal of look-ups',
        explanation: 'The terminal that a look-up of a plate names where the browser has none.',
        editor: 'text',
      },
      readerPairingCode: {
        label: 'Pairing code of card readers',
        explanation: 'The five digits that open the pairing menu on a reader. The maker prints 07139 in its manuals.',
        editor: 'text',
      },
      employeeMarker: {
        label: 'Employee marker',
        explanation: 'Stands before the number on an employee’s badge, so that a scanner knows a badge from a plate.',
        editor: 'text',
      },
    },
  },
  {
    title: 'Plans and sign-ups',
    fields: {
      onlinePlan: {
        label: 'Plan of the online sign-up',
        explanation: 'The price that the public sign-up offers first.',
        editor: 'price',
      },
      planDurations: {
        label: 'Price guarantee by product class',
        explanation: 'For how many months a price is guaranteed, one product class a line: Super Kiss = 6.',
        editor: 'numbers',
      },
      defaultPlanDuration: {
        label: 'Price guarantee of all others',
        explanation: 'For how many months a price is guaranteed where the product class is not named above.',
        editor: 'number',
        unit: 'months',
      },
      carColors: {
        label: 'Colors of cars',
        explanation: 'Offered where a site’s Sitewatch gives no colors, one a line. The first is the default.',
        editor: 'lines',
      },
      placeholderEmailDomain: {
        label: 'Domain for customers without an e-mail',
        explanation: 'Sitewatch gets an address of this domain where a customer gave none. Nothing is ever sent to it.',
        editor: 'text',
      },
    },
  },
  {
    title: 'Lanes',
    fields: {
      redeemWindowMs: {
        label: 'Time between two washes',
        explanation: 'Within it a member who washed already is told ‘Customer Already Redeemed’.',
        editor: 'minutes',
        unit: 'minutes',
      },
      goodDaysAfterPeriodEnd: {
        label: 'Days of grace',
        explanation: 'For how many days after the end of the paid month a lane still admits a member whose renewal it has not heard of.',
        editor: 'number',
        unit: 'days',
      },
      siteMapping: {
        label: 'Site numbers that mean another site',
        explanation: 'A number of Sitewatch and the site that stands for it today, one a line: 900 = 91.',
        editor: 'numbers',
      },
    },
  },
  {
    title: 'Money',
    fields: {
      dailyLimits: {
        label: 'What one person may charge and refund a day',
        explanation: 'Beyond it a manager has to approve each payment.',
        editor: 'limits',
      },
    },
  },
  {
    title: 'Notices of new prices',
    fields: {
      noticeHours: {
        label: 'Hours of notices',
        explanation: 'Members get texts and e-mails about a new price within these hours, by the clock of their site.',
        editor: 'hours',
      },
      noticeTemplates: {
        label: 'Words of notices',
        explanation: 'What a member reads of a new price, and if it is taken back. A price increase shows them with a real member.',
        editor: 'templates',
      },
    },
  },
  {
    title: 'Receipts and coupons',
    fields: {
      receiptLogo: {
        label: 'Logo',
        explanation: 'Above every receipt: a black and white PNG, at most 500 dots wide and 15 kB large.',
        editor: 'logo',
      },
      siteContacts: {
        label: 'Addresses and phone numbers',
        explanation: 'What receipts show of each site. An address may have several lines.',
        editor: 'contacts',
      },
      couponSku: { label: 'SKU of wash coupons', explanation: 'Sent with every coupon that is requested.', editor: 'text' },
      couponEmail: { label: 'E-mail of wash coupons', explanation: 'Sent with every coupon that is requested.', editor: 'text' },
    },
  },
  {
    title: 'System',
    fields: {
      clientVersion: {
        label: 'Client version',
        explanation: 'Stands in the footer of every screen beside the version of the API.',
        editor: 'text',
      },
      cacheClearEmployeeId: {
        label: 'Who may clear the cache',
        explanation: 'The number of the one employee who may clear the whole cache.',
        editor: 'number',
      },
    },
  },
];
