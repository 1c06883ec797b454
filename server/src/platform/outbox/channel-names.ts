/** The kinds of receivers outside. */
export const channelNames = ['push', 'webhook'] as const;
export type ChannelName = (typeof channelNames)[number];
