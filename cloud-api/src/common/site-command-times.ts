import { Histogram } from 'prom-client';

/** Times of commands to sites, from sending to the reply, by command of the catalog and outcome. Not in a registry yet. */
export const siteCommandTimes = () =>
  new Histogram({
    name: 'washdesk_site_command_duration_seconds',
    help: 'Commands to sites by command and outcome',
    labelNames: ['command', 'outcome'],
    buckets: [0.025, 0.05, 0.1, 0.25, 0.5, 1, 3],
    registers: [],
  });
