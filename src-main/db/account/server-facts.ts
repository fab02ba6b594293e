/** Names of facts about a service that more than one module reads. */

/** What becomes of the header fields that we add to documented requests. */
export const OWN_FIELDS_FACT = 'own-fields';
