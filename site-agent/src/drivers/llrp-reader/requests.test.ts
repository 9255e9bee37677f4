import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { MessageFramer } from './message-framer.ts';
import { message, messageTypes } from './parameters.ts';
import * as requests from './requests.ts';
import { TagReports } from './tag-reports.ts';

const { addRospec, closeConnection, deleteRospecs, enableImpinjExtensions, enableRospec, setReaderConfig } = requests;

const hexOf = ({ type, body }: requests.Request, id: number): string => message(type, id, body).toString('hex');

describe('requests', () => {
  it.each([
    ['DELETE_ROSPEC', hexOf(deleteRospecs, 1), '04150000000e0000000100000000'],
    [
      'SET_READER_CONFIG',
      hexOf(setReaderConfig({ keepaliveMs: 5_000, isImpinj: false }), 2),
      '040300000039000000028000f4002000f5000700028000f5000700038000f5000700048000f5000700088000dc0009010000138800e2000500',
    ],
    [
      'ADD_ROSPEC',
      hexOf(addRospec({ session: 1 }), 3),
      '0414000000660000000300b1005c00000001000000b2001200b300050100b60009000000000000b7002e0001000000b80009000000000000' +
        'ba001d00010100de00160000014a0010000150000b4000200000000000ed001201000100ee000b1780015c000500',
    ],
    ['ENABLE_ROSPEC', hexOf(enableRospec, 4), '04180000000e0000000400000001'],
    ['IMPINJ_ENABLE_EXTENSIONS', hexOf(enableImpinjExtensions, 11), '07ff000000130000000b0000651a1500000000'],
    ['CLOSE_CONNECTION', hexOf(closeConnection, 12), '040e0000000a0000000c'],
    ['KEEPALIVE_ACK', message(messageTypes.keepaliveAck, 9).toString('hex'), '04480000000a00000009'],
  ])('writes %s byte for byte', (_, written, expected) => {
    expect(written).toBe(expected);
  });
});

/** Another implementation of LLRP, of which only the codec is used here. Its types are sources that our compiler options refuse. */
interface PeerMessage {
  decode(): { toLLRPData(): unknown };
  encode(): { getBuffer(): Buffer };
}
const { LLRPMessage } = createRequire(import.meta.url)('llrpjs') as { LLRPMessage: new (content: unknown) => PeerMessage };

const decodedByPeer = ({ type, body }: requests.Request): unknown => new LLRPMessage(message(type, 1, body)).decode().toLLRPData();

describe('llrpjs as the peer', () => {
  it.each(Object.values(requests).filter((one) => typeof one === 'object'))('reads our $name', (request) => {
    const type = request.name === 'IMPINJ_ENABLE_EXTENSIONS' ? 'CUSTOM_MESSAGE' : request.name;
    expect(decodedByPeer(request)).toMatchObject({ id: 1, type });
  });

  it('reads our configuration of an Impinj', () => {
    expect(decodedByPeer(setReaderConfig({ keepaliveMs: 5_000, isImpinj: true }))).toMatchObject({
      type: 'SET_READER_CONFIG',
      data: {
        ResetToFactoryDefault: 1,
        ReaderEventNotificationSpec: {
          EventNotificationState: [
            { EventType: 'ROSpec_Event', NotificationState: 1 },
            { EventType: 'Report_Buffer_Fill_Warning', NotificationState: 1 },
            { EventType: 'Reader_Exception_Event', NotificationState: 1 },
            { EventType: 'Antenna_Event', NotificationState: 1 },
          ],
        },
        KeepaliveSpec: { KeepaliveTriggerType: 'Periodic', PeriodicTriggerValue: 5_000 },
        EventsAndReports: { HoldEventsAndReportsUponReconnect: 0 },
        Custom: { VendorIdentifier: requests.impinj, ParameterSubtype: 38 },
      },
    });
  });

  it('reads our inventory', () => {
    const RFTransmitter = { HopTableID: 1, ChannelIndex: 0, TransmitPower: 59 };
    const inventory = { C1G2SingulationControl: { Session: 2, TagPopulation: 32 } };
    // a vendor's parameter inside another one is not in reach of llrpjs: it takes all that follows for its data
    const transmitter = { hopTable: 1, channel: 0, powerLevel: 59 };
    expect(decodedByPeer(addRospec({ session: 2, transmitter }))).toMatchObject({
      type: 'ADD_ROSPEC',
      data: {
        ROSpec: {
          ROBoundarySpec: { ROSpecStartTrigger: { ROSpecStartTriggerType: 'Immediate' } },
          AISpec: { AntennaIDs: [0], InventoryParameterSpec: { AntennaConfiguration: { RFTransmitter, C1G2InventoryCommand: inventory } } },
          ROReportSpec: {
            ROReportTrigger: 'Upon_N_Tags_Or_End_Of_AISpec',
            N: 1,
            TagReportContentSelector: {
              EnableAntennaID: 1,
              EnablePeakRSSI: 1,
              EnableFirstSeenTimestamp: 1,
              EnableLastSeenTimestamp: 1,
              EnableTagSeenCount: 1,
              EnableROSpecID: 0,
            },
          },
        },
      },
    });
  });

  it('writes reports that we read', () => {
    const reports = [
      {
        EPCData: { EPC: '3500b6d9801234567890abcdef012345' },
        AntennaID: { AntennaID: 2 },
        PeakRSSI: { PeakRSSI: -72 },
        LastSeenTimestampUTC: { Microseconds: '2025-11-25T20:26:40.123456Z' },
        TagSeenCount: { TagCount: 3 },
      },
      { EPC_96: { EPC: 'e2000019060c0132f2101234' }, AntennaID: { AntennaID: 1 }, PeakRSSI: { PeakRSSI: -45 } },
    ];
    const written = new LLRPMessage({ id: 7, type: 'RO_ACCESS_REPORT', data: { TagReportData: reports } }).encode().getBuffer();
    const [report] = new MessageFramer().push(written);
    const seen = { clock: 'utc', ms: Date.UTC(2025, 10, 25, 20, 26, 40) + 123.456 };
    expect(new TagReports().read(report!.body)).toEqual([
      { tag: '3500B6D9801234567890ABCDEF012345', antenna: 2, rssi: -72, count: 3, seen },
      { tag: 'E2000019060C0132F2101234', antenna: 1, rssi: -45, count: 3, seen },
    ]);
  });
});
