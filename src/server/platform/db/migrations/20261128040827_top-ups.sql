CREATE TABLE "budget_top_ups" (
	"owner_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"month" date NOT NULL,
	"chars" bigint DEFAULT 0 NOT NULL,
	"voices" bigint DEFAULT 0 NOT NULL,
	"images" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "budget_top_ups_owner_id_user_id_month_pk" PRIMARY KEY("owner_id","user_id","month")
);
--> statement-breakpoint
ALTER TABLE "account_log" ADD COLUMN "top_up_month" date;--> statement-breakpoint
ALTER TABLE "sub_account_budgets" ADD COLUMN "top_up_char_num" bigint;--> statement-breakpoint
ALTER TABLE "sub_account_budgets" ADD COLUMN "top_up_voice_num" bigint;--> statement-breakpoint
ALTER TABLE "sub_account_budgets" ADD COLUMN "top_up_image_num" bigint;--> statement-breakpoint
ALTER TABLE "sub_account_groups" ADD COLUMN "top_up_char_num" bigint;--> statement-breakpoint
ALTER TABLE "sub_account_groups" ADD COLUMN "top_up_voice_num" bigint;--> statement-breakpoint
ALTER TABLE "sub_account_groups" ADD COLUMN "top_up_image_num" bigint;