import { atLeastRole, exactRole, publicAccess, signedIn } from '@washdesk/contracts/endpoint';
import type { Access } from '@washdesk/contracts/endpoint';
import { lazy } from 'react';
import type { ComponentType } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { paths } from '../lib/paths.ts';

export interface ScreenRoute {
  path: string;
  /** The screen's name in the browser's tab, and on the page where the screen is not built yet. */
  title: string;
  /** Who may see it. The API enforces the same rules again. */
  access: Access;
  /** The screen; null where it is not built yet, which the app then says. */
  screen: ComponentType | null;
  /** Whether the screen shows before a location and a reader are chosen. */
  beforeGates?: true;
}

/** A screen in a chunk of its own, loaded when someone goes there. */
function screen(load: () => Promise<ComponentType>): ComponentType {
  return lazy(async () => ({ default: await load() }));
}

/** Redirects an address that registers know to a screen, with the query. */
function redirect(pathname: string): ComponentType {
  return function Redirect() {
    return <Navigate to={{ pathname, search: useLocation().search }} replace />;
  };
}

const admin = atLeastRole('Admin');
const salesManager = atLeastRole('SalesManager');
const priceManager = exactRole('PriceManager');
const reporter = exactRole('Reporter');
const scheduler = atLeastRole('Scheduler');

const login = screen(async () => (await import('../features/access/login/login-screen.tsx')).LoginScreen);
const logout = screen(async () => (await import('../features/access/logout/logout-screen.tsx')).LogoutScreen);
const profile = screen(async () => (await import('../features/access/profile/profile-screen.tsx')).ProfileScreen);
const enrol = screen(async () => (await import('../features/access/enrol/enrol-screen.tsx')).EnrolScreen);
const entry = screen(async () => (await import('./home-screen.tsx')).HomeScreen);
const search = screen(async () => (await import('../features/members/search/search-screen.tsx')).SearchScreen);
const signUp = screen(async () => (await import('../features/members/sign-up/sign-up-screen.tsx')).SignUpScreen);
const customer = screen(async () => (await import('./customer-route.tsx')).CustomerRoute);
const redeem = screen(async () => (await import('../features/lane/redeem/redeem-screen.tsx')).RedeemScreen);
const landing = screen(async () => (await import('./home-screen.tsx')).RegisterStartScreen);
const refund = screen(async () => (await import('../features/billing/refund/refund-screen.tsx')).RefundScreen);
const transactions = screen(async () => (await import('../features/billing/transactions/transactions-screen.tsx')).TransactionsScreen);
const charge = screen(async () => (await import('../features/billing/charge/charge-screen.tsx')).ChargeScreen);
const isi = screen(async () => (await import('../features/sites/isi/isi-screen.tsx')).IsiScreen);
const office = screen(async () => (await import('../features/company/office/office-screen.tsx')).OfficeScreen);
const officeCharge = screen(async () => (await import('../features/billing/office-charge/office-charge-screen.tsx')).OfficeChargeScreen);
const chargeComplete = screen(
  async () => (await import('../features/billing/office-charge/charge-complete-screen.tsx')).ChargeCompleteScreen,
);
const worklists = screen(async () => (await import('../features/members/worklists/worklists-screen.tsx')).WorklistsScreen);
const numbers = screen(async () => (await import('../features/company/numbers/numbers-screen.tsx')).NumbersScreen);
const numberList = screen(async () => (await import('../features/company/numbers/number-list-screen.tsx')).NumberListScreen);
const sales = screen(async () => (await import('../features/company/sales/sales-screen.tsx')).SalesScreen);
const reports = screen(async () => (await import('../features/company/reports/reports-screen.tsx')).ReportsScreen);
const report = screen(async () => (await import('../features/company/reports/report-screen.tsx')).ReportScreen);
const multiCodes = screen(async () => (await import('../features/company/reports/multi-codes-screen.tsx')).MultiCodesScreen);
const products = screen(async () => (await import('../features/billing/prices/products-screen.tsx')).ProductsScreen);
const allPrices = screen(async () => (await import('../features/billing/prices/all-prices-screen.tsx')).AllPricesScreen);
const priceGrid = screen(async () => (await import('../features/billing/prices/price-grid-screen.tsx')).PriceGridScreen);
const priceRanges = screen(async () => (await import('../features/billing/prices/price-ranges-screen.tsx')).PriceRangesScreen);
const clubPlans = screen(async () => (await import('../features/sites/club-plans/club-plans-screen.tsx')).ClubPlansScreen);
const increases = screen(async () => (await import('../features/billing/price-increases/increases-screen.tsx')).IncreasesScreen);
const newIncrease = screen(async () => (await import('../features/billing/price-increases/new-increase-screen.tsx')).NewIncreaseScreen);
const increase = screen(async () => (await import('../features/billing/price-increases/increase-screen.tsx')).IncreaseScreen);
const scheduleRelease = screen(
  async () => (await import('../features/billing/schedule-release/schedule-release-screen.tsx')).ScheduleReleaseScreen,
);
const plateLookup = screen(async () => (await import('../features/sites/plate-lookup/plate-lookup-screen.tsx')).PlateLookupScreen);
const setupComplete = screen(async () => (await import('../features/billing/card-setup/setup-complete-screen.tsx')).SetupCompleteScreen);
const loyaltyLinkUp = screen(async () => (await import('../features/members/loyalty/link-up-screen.tsx')).LinkUpScreen);
const readers = screen(async () => (await import('../features/sites/readers/readers-screen.tsx')).ReadersScreen);
const topSellers = screen(async () => (await import('../features/sites/top-sellers/top-sellers-screen.tsx')).TopSellersScreen);
const adminMenu = screen(async () => (await import('../features/company/admin/admin-menu.tsx')).AdminMenu);
const devices = screen(async () => (await import('../features/company/admin/devices-screen.tsx')).DevicesScreen);
const staff = screen(async () => (await import('../features/company/admin/staff-screen.tsx')).StaffScreen);
const sessions = screen(async () => (await import('../features/company/admin/sessions-screen.tsx')).SessionsScreen);
const serviceAccounts = screen(async () => (await import('../features/company/admin/service-accounts-screen.tsx')).ServiceAccountsScreen);
const blacklist = screen(async () => (await import('../features/company/admin/blacklist-screen.tsx')).BlacklistScreen);
const clientMetrics = screen(async () => (await import('../features/company/admin/client-metrics-screen.tsx')).ClientMetricsScreen);
const errorList = screen(async () => (await import('../features/company/admin/error-list-screen.tsx')).ErrorListScreen);
const audit = screen(async () => (await import('../features/system/audit/audit-screen.tsx')).AuditScreen);
const providerConfig = screen(async () => (await import('../features/company/admin/provider-config-screen.tsx')).ProviderConfigScreen);
const message = screen(async () => (await import('../features/company/admin/message-screen.tsx')).MessageScreen);
const settings = screen(async () => (await import('../features/company/settings/settings-screen.tsx')).SettingsScreen);
const keystrokes = screen(async () => (await import('../features/company/tools/register-tools-screens.tsx')).KeystrokesScreen);
const terminalTools = screen(async () => (await import('../features/company/tools/register-tools-screens.tsx')).TerminalToolsScreen);
const barcode = screen(async () => (await import('../features/company/tools/barcode-screen.tsx')).BarcodeScreen);
const priceSelect = screen(async () => (await import('../features/company/tools/price-select-screen.tsx')).PriceSelectScreen);
const query = screen(async () => (await import('../features/company/tools/query-screen.tsx')).QueryScreen);
const cacheKeys = screen(async () => (await import('../features/system/cache/cache-screen.tsx')).CacheScreen);
const flags = screen(async () => (await import('../features/company/admin/flags-screen.tsx')).FlagsScreen);

/** Every screen of the staff app; /online and /signatureSystem are pages outside it. */
export const screenRoutes: readonly ScreenRoute[] = [
  { path: paths.login, title: 'Sign in', access: publicAccess, screen: login },
  { path: paths.logout, title: 'Log out', access: publicAccess, screen: logout, beforeGates: true },
  { path: paths.profile, title: 'Profile', access: publicAccess, screen: profile },
  { path: paths.enrol, title: 'Enrol this browser', access: publicAccess, screen: enrol, beforeGates: true },
  { path: paths.setupIntentComplete, title: 'Card setup', access: publicAccess, screen: setupComplete, beforeGates: true },

  { path: paths.home, title: 'Customer search', access: signedIn, screen: entry },
  { path: paths.search, title: 'Customer search', access: signedIn, screen: search },
  { path: paths.signUp, title: 'Sign up', access: signedIn, screen: signUp },
  { path: paths.customer, title: 'Customer', access: signedIn, screen: customer },
  { path: paths.redeem, title: 'Redeem', access: signedIn, screen: redeem },
  { path: paths.transactions, title: 'Transaction lookup', access: signedIn, screen: transactions },
  { path: paths.charge, title: 'Customer charge', access: signedIn, screen: charge },
  { path: paths.refund, title: 'Refund', access: signedIn, screen: refund },
  { path: paths.isi, title: 'ISI: gift cards and coupons', access: signedIn, screen: isi },
  { path: paths.loyaltyLinkUp, title: 'Loyalty link-up', access: signedIn, screen: loyaltyLinkUp },
  { path: paths.locationLanding, title: 'Register', access: signedIn, screen: landing },
  { path: paths.locationRefund, title: 'Refund', access: signedIn, screen: redirect(paths.refund) },
  { path: paths.redeemInterface, title: 'Redeem', access: signedIn, screen: redirect(paths.redeem) },

  { path: paths.office, title: 'Office tools', access: signedIn, screen: office },
  { path: paths.officeCharge, title: 'Office charge', access: atLeastRole('User'), screen: officeCharge },
  { path: paths.officeChargeComplete, title: 'Charge complete', access: signedIn, screen: chargeComplete },
  { path: paths.officeProducts, title: 'Products', access: priceManager, screen: products },
  { path: paths.officeAllPrices, title: 'All prices', access: priceManager, screen: allPrices },
  { path: paths.officePriceGrid, title: 'Price grid', access: priceManager, screen: priceGrid },
  { path: paths.officePriceRanges, title: 'Price ranges', access: priceManager, screen: priceRanges },
  { path: paths.officeClubPlans, title: 'Club plans', access: salesManager, screen: clubPlans },
  { path: paths.officeIncrease, title: 'Price increases', access: scheduler, screen: increases },
  { path: paths.officeIncreaseNew, title: 'New price increase', access: scheduler, screen: newIncrease },
  { path: paths.officeIncreaseDetail, title: 'Price increase', access: scheduler, screen: increase },
  { path: paths.officeScheduleRelease, title: 'Schedule release', access: salesManager, screen: scheduleRelease },
  { path: paths.officePlateLookup, title: 'Plate lookup', access: salesManager, screen: plateLookup },
  { path: paths.officeWorklists, title: 'Worklists', access: salesManager, screen: worklists },
  { path: paths.officeNumbers, title: 'Numbers at a glance', access: salesManager, screen: numbers },
  { path: paths.officeNumberList, title: 'Members behind a number', access: salesManager, screen: numberList },
  { path: paths.officeSales, title: 'Sales by employee', access: salesManager, screen: sales },
  { path: paths.officeReports, title: 'Reports', access: reporter, screen: reports },
  { path: paths.officeReport, title: 'Report', access: reporter, screen: report },

  { path: paths.admin, title: 'Admin tools', access: admin, screen: adminMenu },
  { path: paths.adminTools, title: 'Admin tools', access: admin, screen: adminMenu },
  { path: paths.adminDevices, title: 'Devices', access: admin, screen: devices },
  { path: paths.adminStaff, title: 'Staff', access: admin, screen: staff },
  { path: paths.adminFlags, title: 'Feature flags', access: admin, screen: flags },
  { path: paths.adminSettings, title: 'Settings', access: admin, screen: settings },
  { path: paths.adminMessage, title: 'System message', access: admin, screen: message },
  { path: paths.adminBlacklist, title: 'Blacklist', access: admin, screen: blacklist },
  { path: paths.adminClientMetrics, title: 'Client metrics', access: admin, screen: clientMetrics },
  { path: paths.adminKeystrokes, title: 'Keystrokes', access: admin, screen: keystrokes },
  { path: paths.adminTerminal, title: 'Terminal tools', access: admin, screen: terminalTools },
  { path: paths.adminBarcode, title: 'Barcode creator', access: admin, screen: barcode },
  { path: paths.adminRedis, title: 'Cache keys', access: admin, screen: cacheKeys },
  { path: paths.adminReports, title: 'Customers with more than two codes', access: admin, screen: multiCodes },
  { path: paths.adminServiceAccounts, title: 'Service accounts', access: admin, screen: serviceAccounts },
  { path: paths.adminConfig, title: 'Provider configuration', access: admin, screen: providerConfig },
  { path: paths.adminReaders, title: 'Card readers', access: admin, screen: readers },
  { path: paths.adminTokens, title: 'Sessions', access: admin, screen: sessions },
  { path: paths.adminSessions, title: 'Sessions', access: admin, screen: sessions },
  { path: paths.adminAudit, title: 'Audit', access: admin, screen: audit },
  { path: paths.adminErrorList, title: 'Error list', access: admin, screen: errorList },
  { path: paths.adminPriceSelect, title: 'Price-select test', access: admin, screen: priceSelect },
  { path: paths.adminConsole, title: 'Command console', access: admin, screen: null },
  { path: paths.adminQuery, title: 'Query parameters', access: admin, screen: query },
  { path: paths.adminTopSellers, title: 'Top sellers', access: admin, screen: topSellers },
];
