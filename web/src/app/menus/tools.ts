import { exactRole } from '@washdesk/contracts/endpoint';
import type { Access } from '@washdesk/contracts/endpoint';

/** A menu's tools: in each group the paths of screens with their purpose, in the order of the menu. A tool's name is its screen's title. */
type ToolTable = Readonly<Record<string, Readonly<Record<string, string>>>>;

export const officeTools: ToolTable = {
  'Members and payments': {
    '/office/worklists': 'Online sign-ups to complete, past-due payments and disputes',
    '/office/charge': 'Charge or refund a card',
    '/office/schedulerelease': 'Release a scheduled change',
    '/office/platelookup': 'Look up the club plan of a plate or tag',
    '/lanes': 'The lanes of the site as they are now',
    '/admin/traces': 'Each car at the lanes, step by step',
    '/admin/abuse': 'Plans and gifts that may be misused',
    '/office/customerdata': 'Export or erase what is stored about a customer',
  },
  'Prices and plans': {
    '/office/products/': 'Products and their upgrade and downgrade options',
    '/office/allprices': 'Prices at all locations',
    '/office/pricegrid': 'Plans at each location, by product class',
    '/office/priceranges': 'Allowed prices by product class',
    '/office/clubplans': 'Plans in Sitewatch',
    '/office/increase': 'Raise prices for many members at once',
  },
  Reports: {
    '/office/revenue': 'Charges and refunds by day and site, discounts by employee',
    '/office/metrics': 'Members, churn, MRR and washes by month',
    '/office/sales': 'Sign-ups, upgrades and early cancellations by employee',
    '/office/reports': 'View and download reports',
  },
};

export const adminTools: ToolTable = {
  'Sites and devices': {
    '/admin/sites': 'Every site as it is now, and what is wrong',
    '/admin/console': 'Commands for sites and their devices',
    '/admin/sites/configuration': 'Gates, readers, printers and Sitewatch of a site',
    '/admin/sites/releases': 'Update the agents of all sites, canary sites first',
    '/admin/sites/enrol': 'Enroll or revoke the agent of a site',
    '/admin/devices': 'Enroll or revoke registers, tablets and lane boards',
    '/admin/readers': 'Register and delete card readers',
  },
  'Lanes and washes': {
    '/lanes': 'The lanes of the site as they are now',
    '/admin/traces': 'Each car at the lanes, step by step',
    '/admin/abuse': 'Plans and gifts that may be misused',
  },
  Monitoring: {
    '/admin/alerts': 'What needs IT, and who is told',
    '/admin/jobs': 'What other systems must still receive, by cause',
    '/admin/reconcile': 'Where Stripe, the lanes, Sitewatch and loyalty differ, and the repair',
    '/admin/operations': 'Changes at Stripe whose outcome is late',
    '/admin/errorlist': 'Server and browser errors',
    '/admin/clientmetrics': 'Browsers and their response times',
    '/admin/redis': 'View and clear the cache',
  },
  'People and access': {
    '/admin/staff': 'Manage employees, roles, PINs and passwords',
    '/admin/sessions': 'See who’s signed in, and sign people out',
    '/admin/audit': 'Who changed what, and whether the log is intact',
    '/admin/blacklist': 'Blocked IP addresses',
    '/admin/serviceaccounts/': 'API access for programs and site agents',
  },
  Company: {
    '/admin/settings': 'Terminals, plans, limits, receipts, promotions and reasons',
    '/admin/flags': 'Turn features on and off',
    '/admin/message': 'Show or remove a notice that replaces the app',
    '/admin/config': 'Card payment options',
  },
  'Lists and printing': {
    '/admin/reports': 'Each with all plates and tags',
    '/admin/topsellers': 'Best-selling products',
    '/admin/poster': 'Print a site’s QR code for the online sign-up',
    '/admin/barcode': 'Print employee badges',
  },
  'Register and tests': {
    '/admin/terminal': 'Tools for the register’s browser',
    '/admin/keystrokes': 'Send keystrokes to the register',
    '/admin/query': 'Parameters sent by the register',
    '/admin/priceselect': 'Test the plan selector',
  },
};

/** Narrower access of tools than that of their screens. */
export const seenBy: Readonly<Record<string, Access>> = { '/office/clubplans': exactRole('PriceManager') };
