ALTER TABLE "channels" ADD COLUMN "fallback_channel_id" bigint;--> statement-breakpoint
ALTER TABLE "translation_log" ADD COLUMN "fallback_channel_id" bigint;