import { z } from 'zod';
import type { GateDriver } from '../ports/gate-driver.ts';
import type { ReceiptPrinter } from '../ports/receipt-printer.ts';
import type { TagReader } from '../ports/tag-reader.ts';
import type { Tablet } from '../ports/tablet.ts';
import { escposPrinterConfig } from './escpos-printer/config.ts';
import { httpTabletConfig } from './http-tablet/config.ts';
import { lineTextReaderConfig } from './line-text-reader/config.ts';
import { modbusGateConfig } from './modbus-gate/config.ts';

/**
 * The drivers by the name that the agent's YAML file gives them. A new device family adds its schema to a union below and
 * its case to the function beneath; only what a site uses is loaded.
 */

export const gateConfig = z.discriminatedUnion('driver', [modbusGateConfig]);
export type GateConfig = z.infer<typeof gateConfig>;

export async function createGateDriver(config: GateConfig): Promise<GateDriver> {
  switch (config.driver) {
    case 'modbus': {
      const { ModbusGate } = await import('./modbus-gate/modbus-gate.ts');
      return new ModbusGate(config);
    }
  }
}

export const readerConfig = z.discriminatedUnion('driver', [lineTextReaderConfig]);
export type ReaderConfig = z.infer<typeof readerConfig>;

export async function createTagReader(config: ReaderConfig): Promise<TagReader> {
  switch (config.driver) {
    case 'line-text': {
      const { LineTextReader } = await import('./line-text-reader/line-text-reader.ts');
      return new LineTextReader(config);
    }
  }
}

export const printerConfig = z.discriminatedUnion('driver', [escposPrinterConfig]);
export type PrinterConfig = z.infer<typeof printerConfig>;

export async function createReceiptPrinter(config: PrinterConfig): Promise<ReceiptPrinter> {
  switch (config.driver) {
    case 'escpos': {
      const { EscposPrinter } = await import('./escpos-printer/escpos-printer.ts');
      return new EscposPrinter(config);
    }
  }
}

export const tabletConfig = z.discriminatedUnion('driver', [httpTabletConfig]);
export type TabletConfig = z.infer<typeof tabletConfig>;

export async function createTablet(config: TabletConfig): Promise<Tablet> {
  switch (config.driver) {
    case 'http': {
      const { HttpTablet } = await import('./http-tablet/http-tablet.ts');
      return new HttpTablet(config);
    }
  }
}
