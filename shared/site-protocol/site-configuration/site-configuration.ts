import { z } from 'zod';
import { defaultTagFormat } from '@washdesk/rules/codes/tags';
import { laneNumber, networkFields } from './device-fields.ts';
import { addDeviceProblems } from './device-problems.ts';
import { siteDevice } from './devices.ts';
import { secretName } from './secret-name.ts';

/** The site's Sitewatch database on its Firebird server. */
export const sitewatchFields = {
  ...networkFields,
  port: networkFields.port.default(3050).meta({ title: 'Port', description: 'Of the Firebird server' }),
  database: z.string().trim().min(1).max(300).meta({ title: 'Database', description: 'Path or alias on the Firebird server' }),
  user: z.string().trim().min(1).max(80).meta({ title: 'User', description: 'Washdesk’s own user of the database' }),
  charset: z.enum(['UTF8', 'WIN1252', 'ISO8859_1', 'NONE']).default('UTF8').meta({
    title: 'Character set',
    description: 'Of the texts in a database that declares none: NONE is what Windows writes, WIN1252',
  }),
  salesEverySeconds: z
    .number()
    .positive()
    .max(3_600)
    .default(5)
    .meta({ title: 'Sales interval (s)', description: 'Time between two queries for new sales' }),
};

/** Where devices post to. */
export const receiver = z
  .strictObject({
    host: z
      .union([z.ipv4(), z.ipv6()], 'use an IP address')
      .refine((host) => !['0.0.0.0', '::'].includes(host), 'use this computer’s address in the site’s network')
      .meta({ title: 'Host', description: 'IP address of the site’s computer in the site’s network' }),
    port: networkFields.port.default(8_090),
  })
  .meta({ title: 'Receiver', description: 'Where cameras post to; needed with a plate camera' });

/** Decisions by the site's own roster (docs/rules/lane.md#decisions-at-the-lane). */
export const lanes = z
  .strictObject({
    autoOpen: z
      .array(laneNumber)
      .default([])
      .meta({ title: 'Open automatically', description: 'Lanes whose gate opens for a member without a cashier' }),
    autoOpenForPlates: z
      .array(laneNumber)
      .default([])
      .meta({ title: 'Open for plates', description: 'Lanes of these whose gate also opens for a plate of a camera' }),
    maxRosterAgeHours: z
      .number()
      .positive()
      .max(8_760)
      .default(168)
      .meta({ title: 'Roster age (h)', description: 'Longest time since the cloud confirmed the list of members' }),
    afterThat: z
      .enum(['refuse', 'admit-known'])
      .default('refuse')
      .meta({ title: 'After that', description: 'What lanes do with an older list: refuse members, or admit those on the list' }),
  })
  .meta({ title: 'Lanes', description: 'Lanes that decide without a cashier' });

const index = z.int().nonnegative().max(64).meta({ title: 'From', description: 'Position, counted from 0' });
const end = z.int().positive().max(64).meta({ title: 'To', description: 'Position after the last digit' });

export const tagFormat = z
  .strictObject({
    prefix: z.string().max(64).meta({ title: 'Prefix', description: 'Of the company’s tags, in hexadecimal' }),
    markerIndex: z.int().nonnegative().max(64).meta({ title: 'Marker position', description: 'Counted from 0' }),
    marker: z.string().max(64).meta({ title: 'Marker', description: 'Digit at that position' }),
    head: z.tuple([index, end]).meta({ title: 'Before the plus', description: 'Positions of the part before the plus' }),
    tail: z.tuple([index, end]).meta({ title: 'After the plus', description: 'Positions of the part after the plus' }),
  })
  .meta({ title: 'Tag format', description: 'Positions of the printed number in a tag’s hexadecimal text' });

export const defaultTags = {
  ...defaultTagFormat,
  head: [...defaultTagFormat.head] as [number, number],
  tail: [...defaultTagFormat.tail] as [number, number],
};

/** What the cloud configures at a site. It contains no secret, only names of secrets on the site's computer. */
export const siteConfiguration = z
  .strictObject({
    sitewatch: z
      .strictObject({
        ...sitewatchFields,
        passwordSecret: secretName.meta({ title: 'Password', description: 'Name of the secret with the password' }),
      })
      .optional()
      .meta({ title: 'Sitewatch', description: 'The database of the site’s point of sale; omitted if it has none' }),
    receiver: receiver.optional(),
    devices: z
      .array(siteDevice)
      .max(200)
      .default([])
      .meta({ title: 'Devices', description: 'Gates, readers, printers, cameras and others' }),
    lanes: lanes.prefault({}),
    tags: tagFormat.default(defaultTags),
  })
  .superRefine(addDeviceProblems)
  .meta({ title: 'Site configuration' });

/** As written, without the defaults. */
export type SiteConfiguration = z.input<typeof siteConfiguration>;

/** The names of the configuration that the cloud or the computer's file sets, but not both. */
export const siteConfigurationNames = ['sitewatch', 'receiver', 'devices', 'lanes', 'tags'] as const satisfies (keyof SiteConfiguration)[];
