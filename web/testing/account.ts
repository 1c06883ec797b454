import {
  type getUserSettings,
  listSessions,
  getDeletionImpact,
  type DeviceSession,
} from '@pontual/contract/identity/user.ts';
import type { DataOf } from '@pontual/contract/shared/endpoint.ts';
import { getPush } from '@pontual/contract/notifications/push.ts';
import { anId } from './examples.ts';
import { server } from './stub-server.ts';

export const anAccountSettings = (
  overrides: Partial<DataOf<typeof getUserSettings>> = {},
): DataOf<typeof getUserSettings> => ({
  hasPassword: true,
  notifications: { postFailed: true, postAtRisk: true, weeklySummary: true },
  pendingEmail: null,
  ...overrides,
});

export const aSession = (overrides: Partial<DeviceSession> = {}): DeviceSession => ({
  _id: anId(),
  device: 'Chrome no Windows',
  lastUsedAt: new Date().toISOString(),
  isCurrent: false,
  ...overrides,
});

export const currentDeviceSession = aSession({ device: 'Chrome no Linux', isCurrent: true });

export function answerAccountPage(): void {
  server.answerByDefault(listSessions, { sessions: [currentDeviceSession] });
  server.answerByDefault(getPush, { publicKey: 'key', devices: [] });
  server.answerByDefault(getDeletionImpact, { scheduled: 0, isPaying: false, teams: [] });
}
