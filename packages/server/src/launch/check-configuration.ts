// `isobath -- config check`: every fault of the settings at once, and what counts in the end.
// It knows no rule of its own: what a start refuses is in base/config and start-rules.ts.
// It starts nothing and changes nothing. Called by `cli`.

import {
  examineSettings,
  SECRET_SETTINGS,
  SETTING_DEFAULTS,
  SETTING_NAMES,
  type Settings,
} from '../base/config/index.ts';
import { findStartFaults } from './start-rules.ts';

/** One setting as it counts. */
interface EffectiveValue {
  readonly setting: string;
  /** Without passwords; "" = none. */
  readonly value: string;
  /** `environment`, `file`, `secret file` or `default`. */
  readonly from: string;
}

/** What was found. */
export interface CheckedConfiguration {
  /** The settings file, "" without one. */
  readonly file: string;
  readonly faults: readonly string[];
  readonly settings: readonly EffectiveValue[];
}

/** Check everything that can be checked without a start. */
export async function checkConfiguration(
  environment: Readonly<Record<string, string | undefined>>,
  folder: string,
): Promise<CheckedConfiguration> {
  const { file, faults, origins, settings, values } = examineSettings(environment, folder, {
    isStrict: true,
  });
  const further = settings === undefined ? [] : await findStartFaults(settings, folder);
  return {
    file: file ?? '',
    faults: [...faults, ...further].map(({ message }) => message),
    settings: SETTING_NAMES.map((setting) => ({
      setting,
      value: SECRET_SETTINGS.includes(setting)
        ? hideSecret(values[setting])
        : (values[setting] ?? showDefault(setting, settings)),
      from: origins[setting] ?? 'default',
    })),
  };
}

/** An address without who signs in and how: only where it leads is shown. */
export function hideSecret(address: string | undefined): string {
  if (address === undefined) return '';
  if (!URL.canParse(address)) return '(hidden)';
  const { protocol, host, pathname, username, password } = new URL(address);
  return `${protocol}//${username || password ? '***@' : ''}${host}${pathname}`;
}

function showDefault(setting: string, settings: Settings | undefined): string {
  if (settings !== undefined) {
    if (setting === 'DATA_DIR') return settings.dataFolder;
    if (setting === 'PUBLIC_URL') return settings.publicUrl;
    const part = /^ISOBATH_(LIQUIDITY|FAUCET|OUTBOX)$/.exec(setting)?.[1]?.toLowerCase();
    if (part !== undefined) {
      return settings.sandbox[part as keyof Settings['sandbox']] ? 'on' : 'off';
    }
    if (setting === 'ISOBATH_WARM_UP') return settings.isWarmedUp ? 'on' : 'off';
    if (setting === 'ISOBATH_ACCESS_LOG') return settings.logs.hasAccess ? 'on' : 'off';
    if (setting === 'ISOBATH_SECURITY_LOG') return settings.logs.hasSecurity ? 'on' : 'off';
  }
  return String(SETTING_DEFAULTS[setting] ?? '');
}
