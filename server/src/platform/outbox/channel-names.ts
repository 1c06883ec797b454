/** The kinds of receivers outside. */
export const channelNames = ['email', 'push', 'webhook'] as const;
export type ChannelName = (typeof channelNames)[number];
