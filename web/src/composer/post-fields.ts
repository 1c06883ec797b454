import { toFitField, listFits } from './fit.rules.ts';
import { toOptionFields } from './options/option-fields.ts';
import { parseDueTimeFields } from './when/due-time-fields.ts';
import type { SubmitMode, EditingState } from './wizard-state.ts';

/** Specification, section 7; without unset values. */
export function toPostFields(
  { form, mediaType }: EditingState,
  submitMode: SubmitMode,
): Record<string, string> {
  const scheduledTime = parseDueTimeFields(form.when)?.toISOString();
  return {
    caption: form.caption,
    ...(scheduledTime === undefined ? {} : { scheduledTime }),
    ...(form.instagramAccountId === null ? {} : { instagramAccountId: form.instagramAccountId }),
    ...(submitMode === 'draft' ? {} : { demo: String(submitMode === 'demo') }),
    ...(submitMode !== 'draft' && form.when.isFromQueue ? { queue: 'true' } : {}),
    ...(submitMode !== 'draft' && form.when.repeat && scheduledTime !== undefined
      ? { repeat: JSON.stringify(form.when.repeat) }
      : {}),
    ...(mediaType === null
      ? {}
      : {
          mediaType,
          ...toFitField(listFits(form.files, mediaType)),
          ...toOptionFields(form, mediaType),
        }),
  };
}
