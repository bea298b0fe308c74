ALTER TABLE "contacts" ALTER COLUMN "version" SET DATA TYPE bigint;--> statement-breakpoint
ALTER TABLE "contacts" ALTER COLUMN "version" SET DEFAULT 1;--> statement-breakpoint
ALTER TABLE "spaces" ALTER COLUMN "version" SET DATA TYPE bigint;--> statement-breakpoint
ALTER TABLE "spaces" ALTER COLUMN "version" SET DEFAULT 1;--> statement-breakpoint
ALTER TABLE "users" ALTER COLUMN "version" SET DATA TYPE bigint;--> statement-breakpoint
ALTER TABLE "users" ALTER COLUMN "version" SET DEFAULT 1;