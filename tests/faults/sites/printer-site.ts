import { randomUUID } from 'node:crypto';
import { clientAs, type ApiClient } from '@washdesk/cloud-api/testing/api-client';
import { startCloud, type Cloud } from '@washdesk/cloud-api/testing/cloud';
import { startPrinterSimulator, type PrinterSimulator } from '@washdesk/simulators/printer/printer-simulator';
import { startAgentProcess } from '@washdesk/site-agent/testing/agent';
import { temporaryFolder, writeConfig } from '@washdesk/site-agent/testing/support';
import { until } from '@washdesk/test-support/until';
import { agentConfig } from './agent-config.ts';

/** A cloud, a real agent and a printer on its network. */
export interface PrinterSite {
  printer: PrinterSimulator;
  /** Creates a new receipt. */
  receipt(): Promise<string>;
  print(receipt: string, job?: string): Promise<{ state: string; message: string }>;
  stop(): Promise<void>;
}

const site = 12;

const printerConfig = ({ settings }: Cloud, folder: string, printer: number) => ({
  ...agentConfig(settings, site),
  // printing needs no roster: this account is rejected
  cloud: { url: settings['WASHDESK_PUBLIC_URL']!, clientId: 'agent-12', clientSecret: 'none' },
  journal: `${folder}/journal`,
  devices: [
    {
      id: 'register-1',
      name: 'Register 1',
      driver: 'escpos-printer' as const,
      host: '127.0.0.1',
      port: printer,
      statusEveryMs: 60_000,
      jobTimeoutMs: 2_000,
    },
  ],
});

export async function startPrinterSite(): Promise<PrinterSite> {
  const folder = temporaryFolder();
  const [cloud, printer] = await Promise.all([startCloud(), startPrinterSimulator()]);
  const { db } = cloud.database;
  const cashier: ApiClient = await clientAs(cloud, 'Cashier');
  const agent = startAgentProcess(writeConfig(folder.path, printerConfig(cloud, folder.path, printer.port)));
  await agent.ready();
  await until('the printer is online', () =>
    db.selectFrom('site_device').select('id').where('kind', '=', 'printer').where('health', '=', 'online').executeTakeFirst(),
  );
  return {
    printer,
    async receipt() {
      const id = randomUUID();
      const usage = { id, customer: 'cus_api', code: 'ABC123-IL', plan_name: 'Super Kiss', source: 'redeem' };
      await db
        .insertInto('usage')
        .values({ ...usage, site, terminal: null, employee: 101, at: new Date() })
        .execute();
      return id;
    },
    async print(receipt, job = randomUUID()) {
      const { status, body } = await cashier.post<{ state: string; message: string }>(`/receipt/${receipt}/print`, { job });
      if (status !== 200) throw new Error(`Print returned ${status}: ${JSON.stringify(body)}`);
      return body;
    },
    async stop() {
      await agent.stop();
      await printer.stop();
      await cloud.stop();
      folder.remove();
    },
  };
}
