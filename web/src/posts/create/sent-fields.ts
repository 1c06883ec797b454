import { fitField, fitsOf } from './fit-rules.ts';
import { optionFields } from './options/option-fields.ts';
import { fromFields } from './when/wall-fields.ts';
import type { Aim, EditingStep } from './wizard-state.ts';

/** The multipart fields of a post (specification, section 7), without those that say nothing. */
export function fieldsOf({ form, mediaType }: EditingStep, aim: Aim): Record<string, string> {
  const scheduledTime = fromFields(form.when)?.toISOString();
  return {
    caption: form.caption,
    ...(scheduledTime === undefined ? {} : { scheduledTime }),
    ...(form.account == null ? {} : { instagramAccountId: form.account }),
    ...(aim === 'draft' ? {} : { demo: String(aim === 'demo') }),
    ...(aim !== 'draft' && form.when.queue ? { queue: 'true' } : {}),
    ...(aim !== 'draft' && form.when.repeat && scheduledTime !== undefined
      ? { repeat: JSON.stringify(form.when.repeat) }
      : {}),
    ...(mediaType === null
      ? {}
      : {
          mediaType,
          ...fitField(fitsOf(form.files, mediaType)),
          ...optionFields(form, mediaType),
        }),
  };
}
