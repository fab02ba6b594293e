/**
 * As an abort's reason: the person abandons the upload, so the service may forget what it has of it. Any other abort
 * keeps that for later. It is in this folder because the modules that stop an upload and those that send it must not
 * import each other.
 */
export class UploadCancelled extends Error {
  constructor() {
    super('the upload was cancelled');
    this.name = 'UploadCancelled';
  }
}
