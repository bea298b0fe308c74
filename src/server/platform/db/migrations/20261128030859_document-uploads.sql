ALTER TABLE "document_jobs" ADD COLUMN "upload_hash" text;--> statement-breakpoint
ALTER TABLE "document_jobs" ADD COLUMN "claimed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "document_jobs" ADD COLUMN "texts_hash" text;